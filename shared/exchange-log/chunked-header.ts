import type { HeaderPair } from './exchange-log.ts';

/** The header of a message whose body travels in chunks, without its length. */
export const CHUNKED: HeaderPair = ['Transfer-Encoding', 'chunked'];

/** Whether a header is `CHUNKED`. */
export function isChunked([name, value]: HeaderPair): boolean {
  return name.toLowerCase() === CHUNKED[0].toLowerCase() && value.toLowerCase() === CHUNKED[1];
}
