const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** A hash that is equal for equal texts and differs for texts that differ in one character: FNV-1a of 32 bits. */
export function textHash(text: string): number {
  let hash = OFFSET;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}
