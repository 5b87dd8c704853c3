import { Readable } from 'node:stream';
import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';

/** The header of a request whose body travels in chunks, without its length. */
export const CHUNKED: HeaderPair = ['Transfer-Encoding', 'chunked'];

/** Whether a header is `CHUNKED`, which undici writes by itself for a body of unknown length. */
export function isChunked([name]: HeaderPair): boolean {
  return name === CHUNKED[0];
}

/** The body as a stream of two chunks, or of one if it has a single byte. */
export function inChunks(body: string | Buffer): Readable {
  const bytes = Buffer.from(body);
  const half = bytes.length >> 1;
  return Readable.from([bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0));
}
