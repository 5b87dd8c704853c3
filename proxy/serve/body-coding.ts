import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type { HeaderPair } from '../../fixtures/formats/exchange-log.ts';
import { headerValue } from '../engine/raw-headers.ts';

interface Coding {
  readonly code: (bytes: Buffer) => Buffer;
  readonly undo: (bytes: Buffer) => Buffer;
}

const GZIP: Coding = { code: gzipSync, undo: gunzipSync };
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { code: deflateSync, undo: inflateSync }],
  ['br', { code: brotliCompressSync, undo: brotliDecompressSync }],
]);

/**
 * A body of the log as it goes out, with the headers that are true of it. The log has bodies with their content coding undone: it is
 * done again for a client that takes it, and left off, header and all, for one that does not. A body that the log could not decode is
 * still coded, and goes out as it is.
 */
export function codedBody(bytes: Buffer, headers: readonly HeaderPair[], acceptEncoding: string): { readonly bytes: Buffer; readonly headers: readonly HeaderPair[] } {
  const name = headerValue(headers, 'content-encoding')?.trim().toLowerCase();
  const coding = name === undefined ? undefined : CODINGS.get(name);
  if (name === undefined || coding === undefined || bytes.length === 0 || isCoded(bytes, coding)) return { bytes, headers };
  if (takes(acceptEncoding, name)) return { bytes: coding.code(bytes), headers };
  return { bytes, headers: withoutCoding(headers) };
}

/** The headers of a body that goes out without a content coding. */
export function withoutCoding(headers: readonly HeaderPair[]): readonly HeaderPair[] {
  return headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
}

function isCoded(bytes: Buffer, coding: Coding): boolean {
  try {
    coding.undo(bytes);
    return true;
  } catch {
    return false;
  }
}

function takes(acceptEncoding: string, name: string): boolean {
  return acceptEncoding.toLowerCase().split(',').some((each) => {
    const [coding = '', ...parameters] = each.split(';').map((part) => part.trim());
    return (coding === name || coding === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
