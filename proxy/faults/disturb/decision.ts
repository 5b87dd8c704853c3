import { createHash } from 'node:crypto';

/** Six bytes of a hash. */
const RANGE = 2 ** 48;

/**
 * Whether an event with that probability happens. The result depends on the seed and the words alone, so the same
 * client meets the same disturbances however its requests interleave.
 */
export function happens(probability: number, seed: number, ...words: readonly (string | number)[]): boolean {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...words]))
    .digest();
  return digest.readUIntBE(0, 6) < probability * RANGE;
}
