import { Readable } from 'node:stream';

/**
 * The body as a stream of two chunks, or of one if it has a single byte. A body of unknown length makes undici send
 * chunks, with the header that says so.
 */
export function inChunks(body: string | Buffer): Readable {
  const bytes = Buffer.from(body);
  const half = bytes.length >> 1;
  return Readable.from([bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0));
}
