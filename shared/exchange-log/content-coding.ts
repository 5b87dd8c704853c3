import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { HeaderPair } from './exchange-log.ts';
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
  readonly stream: (extent: Extent) => Transform;
}

/** Whether a decoder fails if the end of the coded body is missing, or also decodes the available part. */
type Extent = 'whole' | 'in part';

const { Z_FINISH, Z_SYNC_FLUSH, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const lastFlush = (extent: Extent): zlib.ZlibOptions => ({ finishFlush: extent === 'whole' ? Z_FINISH : Z_SYNC_FLUSH });
const GZIP: Decoding = { decode: zlib.gunzip, stream: (extent) => zlib.createGunzip(lastFlush(extent)) };
const CODINGS: ReadonlyMap<string, Decoding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { decode: zlib.inflate, stream: (extent) => zlib.createInflate(lastFlush(extent)) }],
  [
    'br',
    {
      decode: zlib.brotliDecompress,
      stream: (extent) =>
        zlib.createBrotliDecompress({
          finishFlush: extent === 'whole' ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_FLUSH,
        }),
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

/** The coding that a `Content-Encoding` header names, in lower case; `undefined` if the body is not coded. */
export function codingNamed(header: string | undefined): string | undefined {
  const name = header?.trim().toLowerCase() ?? '';
  return name === '' || name === 'identity' ? undefined : name;
}

function codingOf(headers: readonly HeaderPair[]): Decoding | undefined {
  return CODINGS.get(codingNamed(headerValue(headers, 'content-encoding')) ?? '');
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

/** A decoder for a body that may be cut; `undefined` if it has no known coding. */
export function decoder(headers: readonly HeaderPair[]): Transform | undefined {
  return codingOf(headers)?.stream('in part');
}

/** A decoder for that coding; `undefined` if it is unknown. */
export function decoderOf(coding: string, extent: Extent): Transform | undefined {
  return CODINGS.get(coding)?.stream(extent);
}
