import { constantFrom, integer, oneof } from 'fast-check';
import type { Arbitrary } from 'fast-check';

const INT32_MAX = 2_147_483_647;

/**
 * Non-negative integers of 32 bits, small ones and the largest, also for members of 64 bits: rules of their own are about longer ones, so that a server
 * which cuts those fails there alone. Zero only where `from` is 0, as zero may count as absent.
 */
export function int32(from = 0): Arbitrary<number> {
  return oneof(
    { weight: 4, arbitrary: integer({ min: from, max: from + 100 }) },
    { weight: 1, arbitrary: constantFrom(from, INT32_MAX) },
  );
}
