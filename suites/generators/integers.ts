import { constantFrom, integer, oneof } from 'fast-check';
import type { Arbitrary } from 'fast-check';

const INT32_MAX = 2_147_483_647;

/** Non-negative integers of 32 bits: small ones, and the largest. Zero only where `from` is 0, as zero may count as absent. */
export function int32(from = 0): Arbitrary<number> {
  return oneof(
    { weight: 4, arbitrary: integer({ min: from, max: from + 100 }) },
    { weight: 1, arbitrary: constantFrom(from, INT32_MAX) },
  );
}

/** Non-negative integers of 64 bits that JSON numbers carry exactly: small ones, beyond 32 bits, and the largest. */
export function int64(from = 0): Arbitrary<number> {
  return oneof(
    { weight: 4, arbitrary: integer({ min: from, max: from + 100 }) },
    { weight: 2, arbitrary: constantFrom(INT32_MAX, INT32_MAX + 1, Number.MAX_SAFE_INTEGER) },
  );
}
