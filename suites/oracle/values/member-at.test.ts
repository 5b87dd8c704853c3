import { describe, expect, it } from 'vitest';
import { counterpartAt } from './member-at.ts';

const sent = { containers: [{ name: 'c' }] };
const PATH = ['containers', 0, 'tty'] as const;

describe('the counterpart of a sent member', () => {
  it.each([
    ['in the element of the same name', [{ name: 'mesh' }, { name: 'c', tty: true }], true],
    ['absent if that element lacks it', [{ name: 'mesh', tty: true }, { name: 'c' }], undefined],
    ['in the element in its place if no element has that name', [{ name: 'C', tty: true }], true],
  ])('is %s', (_, containers, tty) => {
    expect(counterpartAt(sent, { containers }, PATH)).toBe(tty);
  });
});
