import type { HeadReader } from './head-reader.ts';
import { HEAD_END, MAX_HEADER_BYTES, type ParsedRequestHead, requestHead } from './message-head.ts';

/** A head and the place where it ends; if it is incomplete, the place where it begins; or why it is refused. */
export type FoundHead =
  | { readonly head: ParsedRequestHead; readonly end: number }
  | { readonly begin: number }
  | { readonly code: 400 | 431; readonly refusal: string };

const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a] as const;

/**
 * Finds the head of a request at the beginning of a client's bytes, after empty lines (RFC 9112, 2.2); `known` bytes
 * were searched before.
 */
export function findRequestHead(bytes: Buffer, known: number, reader: HeadReader): FoundHead {
  let begin = 0;
  while (bytes[begin] === CARRIAGE_RETURN || bytes[begin] === LINE_FEED) begin += 1;
  const end = bytes.indexOf(HEAD_END, Math.max(begin, known - 3));
  if ((end === -1 ? bytes.length : end) - begin > MAX_HEADER_BYTES)
    return { code: 431, refusal: `the head of the request is longer than ${MAX_HEADER_BYTES} bytes` };
  if (end === -1) return { begin };
  try {
    const lines = reader.read(bytes, begin, end);
    return { head: requestHead(lines.first, lines.fields), end: lines.end };
  } catch (error) {
    return { code: 400, refusal: unreadable(error as Error) };
  }
}

/** The message to a client whose request is not HTTP/1.1. */
export function unreadable({ message }: Error): string {
  return `the proxy cannot read the request: ${message}`;
}
