import { createHash } from 'node:crypto';

/** Numbers in six bytes. */
const RANGE = 2 ** 48;

/**
 * Whether something with that probability happens. The answer follows from the seed and the words alone, never from what else goes on,
 * so that the same client meets the same trouble however its requests run side by side.
 */
export function happens(probability: number, seed: number, ...words: readonly (string | number)[]): boolean {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...words]))
    .digest();
  return digest.readUIntBE(0, 6) < probability * RANGE;
}
