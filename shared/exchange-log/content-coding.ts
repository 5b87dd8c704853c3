import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import { headerValue } from './header-value.ts';

/** A body whose decoded size exceeds this stays as it was sent. */
const MOST = 64 * 1024 * 1024;

type Decode = (
  bytes: Buffer,
  options: { maxOutputLength: number },
  done: (error: Error | null, decoded: Buffer) => void,
) => void;
interface Decoding {
  readonly decode: Decode;
  /** A decoder that also decodes the available part of a cut body. */
  readonly stream: () => Transform;
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const GZIP: Decoding = { decode: zlib.gunzip, stream: () => zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH }) };
const CODINGS: ReadonlyMap<string, Decoding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { decode: zlib.inflate, stream: () => zlib.createInflate({ finishFlush: Z_SYNC_FLUSH }) }],
  [
    'br',
    {
      decode: zlib.brotliDecompress,
      stream: () => zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
    },
  ],
  ...zstd(),
]);

/** Node has zstd from 22.15 on; in earlier versions such bodies stay as they were sent. */
function zstd(): [string, Decoding][] {
  const { zstdDecompress, createZstdDecompress } = zlib as {
    readonly zstdDecompress?: Decode;
    readonly createZstdDecompress?: () => Transform;
  };
  return zstdDecompress === undefined || createZstdDecompress === undefined
    ? []
    : [['zstd', { decode: zstdDecompress, stream: createZstdDecompress }]];
}

function codingOf(headers: readonly HeaderPair[]): Decoding | undefined {
  return CODINGS.get(headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? '');
}

/**
 * The body without its content coding. It stays as it was sent, synchronously, if the coding is unknown or absent,
 * or if the bytes are malformed.
 */
export function decoded(bytes: Buffer, headers: readonly HeaderPair[]): Buffer | Promise<Buffer> {
  const coding = codingOf(headers);
  if (coding === undefined || bytes.length === 0) return bytes;
  return new Promise((resolve) => {
    coding.decode(bytes, { maxOutputLength: MOST }, (error, plain) => resolve(error === null ? plain : bytes));
  });
}

/** A decoder for a streaming body; `undefined` if it has no known coding. */
export function decoder(headers: readonly HeaderPair[]): Transform | undefined {
  return codingOf(headers)?.stream();
}
