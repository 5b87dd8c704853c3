import { afterEach, describe, expect, it } from 'vitest';
import { hasColours, terminalColumns } from './terminal-columns.ts';

const NAMES = ['isTTY', 'columns'] as const;
const before = NAMES.map((name) => Object.getOwnPropertyDescriptor(process.stdout, name));

/** Gives the standard output these properties. */
function output(isTTY: boolean | undefined, columns: number | undefined): void {
  Object.defineProperty(process.stdout, 'isTTY', { value: isTTY, configurable: true });
  Object.defineProperty(process.stdout, 'columns', { value: columns, configurable: true });
}

afterEach(() => {
  for (const [index, name] of NAMES.entries()) {
    const descriptor = before[index];
    if (descriptor === undefined) Reflect.deleteProperty(process.stdout, name);
    else Object.defineProperty(process.stdout, name, descriptor);
  }
});

describe('the width of the terminal', () => {
  it.each([
    ['a terminal', true, 80, 80],
    ['a narrow terminal', true, 20, 60],
    ['a terminal that does not know its width', true, 0, undefined],
    ['a terminal without a width', true, undefined, undefined],
    ['a pipe', undefined, undefined, undefined],
  ])('of %s', (_, isTTY, columns, width) => {
    output(isTTY, columns);
    expect(terminalColumns()).toBe(width);
  });

  it('says whether there are colours: none in a pipe', () => {
    output(undefined, undefined);
    expect(hasColours()).toBe(false);
  });
});
