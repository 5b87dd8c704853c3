import { type Arbitrary, constantFrom, integer, oneof } from 'fast-check';

const INT32_MAX = 2_147_483_647;

/**
 * Non-negative integers of 32 bits, small ones and the largest, also for 64-bit members: other rules test longer
 * integers, so a server that truncates them fails there alone. Zero only if `from` is 0, because a server may take
 * zero for absent.
 */
export function int32(from = 0): Arbitrary<number> {
  return oneof(
    { weight: 4, arbitrary: integer({ min: from, max: from + 100 }) },
    { weight: 1, arbitrary: constantFrom(from, INT32_MAX) },
  );
}
