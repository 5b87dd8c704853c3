import type { Transform } from 'node:stream';
import { brotliDecompress, createBrotliDecompress, createGunzip, createInflate, gunzip, inflate } from 'node:zlib';
import type { HeaderPair } from '../../fixtures/formats/exchange-log.ts';
import { headerValue } from '../engine/raw-headers.ts';

/** A body that grows beyond this when decoded stays as it was sent. */
const MOST = 64 * 1024 * 1024;

type Decode = (bytes: Buffer, options: { maxOutputLength: number }, done: (error: Error | null, decoded: Buffer) => void) => void;
interface Coding {
  readonly decode: Decode;
  readonly stream: () => Transform;
}

const GZIP: Coding = { decode: gunzip, stream: createGunzip };
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { decode: inflate, stream: createInflate }],
  ['br', { decode: brotliDecompress, stream: createBrotliDecompress }],
]);

function codingOf(headers: readonly HeaderPair[]): Coding | undefined {
  return CODINGS.get(headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? '');
}

/** The body without its content coding; as it was sent, at once, where the coding is unknown or absent, and where the bytes do not obey it. */
export function decoded(bytes: Buffer, headers: readonly HeaderPair[]): Buffer | Promise<Buffer> {
  const coding = codingOf(headers);
  if (coding === undefined || bytes.length === 0) return bytes;
  return new Promise((resolve) => {
    coding.decode(bytes, { maxOutputLength: MOST }, (error, plain) => resolve(error === null ? plain : bytes));
  });
}

/** A decoder for a stream that must be read while it flows; `undefined` where it has no coding that we know. */
export function decoder(headers: readonly HeaderPair[]): Transform | undefined {
  return codingOf(headers)?.stream();
}
