import { brotliCompressSync, brotliDecompressSync, deflateSync, gzipSync, inflateSync } from 'node:zlib';
import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';

interface Encoding {
  /** Applies the coding; absent if not every node can. */
  readonly code?: (bytes: Buffer) => Buffer;
  /** Whether bytes with this beginning are coded. */
  readonly isCoded: (head: Buffer) => boolean;
}

const GZIP: Encoding = { code: gzipSync, isCoded: (head) => head[0] === 0x1f && head[1] === 0x8b };
const CODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { code: deflateSync, isCoded: (head) => undoes(inflateSync, head) }],
  ['br', { code: brotliCompressSync, isCoded: (head) => undoes(brotliDecompressSync, head) }],
  ['zstd', { isCoded: (head) => head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528 }],
]);

/**
 * A logged body for a client, with matching headers. The log has decoded bodies: the coding is applied again for a
 * client that accepts it, and left out with its header for one that does not. A body that the log could not decode
 * is sent as it is.
 */
export function codedBody(
  bytes: Buffer,
  headers: readonly HeaderPair[],
  acceptEncoding: string,
): { readonly bytes: Buffer; readonly headers: readonly HeaderPair[] } {
  const name = codingOf(headers);
  const coding = name === undefined ? undefined : CODINGS.get(name);
  if (name === undefined || coding === undefined || bytes.length === 0 || coding.isCoded(bytes))
    return { bytes, headers };
  if (coding.code !== undefined && takes(acceptEncoding, name)) return { bytes: coding.code(bytes), headers };
  return { bytes, headers: withoutCoding(headers) };
}

/** The matching headers for a body file with this beginning: the file is sent as it is. */
export function headersOfFile(head: Buffer, headers: readonly HeaderPair[]): readonly HeaderPair[] {
  const coding = CODINGS.get(codingOf(headers) ?? '');
  return coding === undefined || coding.isCoded(head) ? headers : withoutCoding(headers);
}

function codingOf(headers: readonly HeaderPair[]): string | undefined {
  return headerValue(headers, 'content-encoding')?.trim().toLowerCase();
}

/** The headers of a body without a content coding. */
export function withoutCoding(headers: readonly HeaderPair[]): readonly HeaderPair[] {
  return headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
}

function undoes(undo: (bytes: Buffer) => Buffer, bytes: Buffer): boolean {
  try {
    undo(bytes);
    return true;
  } catch {
    return false;
  }
}

function takes(acceptEncoding: string, name: string): boolean {
  return acceptEncoding
    .toLowerCase()
    .split(',')
    .some((each) => {
      const [coding = '', ...parameters] = each.split(';').map((part) => part.trim());
      return (coding === name || coding === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}
