import { expect, it } from 'vitest';
import { mergedOrder } from './merged-order.ts';

it.each([
  ['cd', 'dn', 'cdn'],
  ['axb', 'ba', 'xba'],
  ['a', 'cd', 'cda'],
  ['abc', '', 'abc'],
  ['', 'ab', 'ab'],
  ['abc', 'cnb', 'acnb'],
  ['xay', 'na', 'nxay'],
])('of %s with %s is %s', (old, patch, expected) => {
  expect(mergedOrder([...old], [...patch]).join('')).toBe(expected);
});
