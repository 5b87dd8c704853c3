import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { GrpcError } from './grpc-error.ts';
import { FRAME_HEAD, MessageSplitter } from './message-splitter.ts';

/** HTTP/2 error codes: the server has not begun the stream; the client cancels it. */
const REFUSED = 7;
const CANCEL = 8;
const HTTP_OK = 200;
const GRPC_OK = 0;
/** Reading pauses while this many messages wait for the consumer. */
const MOST_WAITING = 1000;

/** How a stream ended, as far as known. */
interface GrpcEnding {
  /** gRPC status code. */
  status: number | undefined;
  /** The reason in the words of the side that ended the stream. */
  why: string | undefined;
  /** Whether the stream is closed, so that no status can follow. */
  isOver: boolean;
}

/**
 * Sends one framed message, ends the stream, and resolves with the response message within the timeout in
 * milliseconds. Rejects with `GrpcError`.
 */
export function responseTo(stream: ClientHttp2Stream, framed: Uint8Array, withinMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const ending = endingOf(stream);
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      ending.why = `no response within ${withinMs / 1000} s`;
      stream.close(CANCEL);
    }, withinMs);
    const settle = (): void => {
      clearTimeout(timer);
      const message = ending.status === GRPC_OK ? onlyMessage(chunks, ending) : undefined;
      if (message !== undefined) resolve(message);
      else if (ending.isOver) reject(errorOf(stream, ending));
    };
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A successful call need not wait for the stream to close.
    stream.on('end', settle);
    stream.on('close', settle);
    stream.end(framed);
  });
}

/**
 * Opens a stream, sends one framed message, and yields the responses in batches as they arrive. Rejects with
 * `GrpcError` when the stream ends, by the signal or otherwise. Uses events and a queue, because iterating over a
 * stream costs several times as much per chunk.
 */
export async function* messagesOf(
  open: () => Promise<ClientHttp2Stream>,
  framed: Uint8Array,
  signal: AbortSignal,
): AsyncGenerator<readonly Buffer[]> {
  const stream = await open();
  const ending = endingOf(stream);
  const splitter = new MessageSplitter();
  let waiting: Buffer[] = [];
  let wake = (): void => undefined;
  const leave = (): void => stream.close(CANCEL);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  stream.on('data', (chunk: Buffer) => {
    try {
      waiting.push(...splitter.split(chunk));
    } catch (error) {
      ending.why ??= error instanceof Error ? error.message : String(error);
      leave();
    }
    if (waiting.length > MOST_WAITING) stream.pause();
    wake();
  });
  stream.on('close', () => wake());
  stream.write(framed);
  try {
    while (!ending.isOver || waiting.length > 0) {
      if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const messages = waiting;
      waiting = [];
      if (stream.isPaused()) stream.resume();
      if (messages.length > 0) yield messages;
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
  throw errorOf(stream, ending);
}

/** The one message in these chunks; `undefined`, with the reason in `ending`, if there is not exactly one. */
function onlyMessage(chunks: readonly Buffer[], ending: GrpcEnding): Buffer | undefined {
  const [first] = chunks;
  const bytes = first === undefined || chunks.length > 1 ? Buffer.concat(chunks) : first;
  const isOne = bytes.length >= FRAME_HEAD && bytes[0] === 0 && bytes.readUInt32BE(1) === bytes.length - FRAME_HEAD;
  if (isOne) return bytes.subarray(FRAME_HEAD);
  ending.why = 'it did not send exactly one message';
  return undefined;
}

/** The status is in the trailers, which are also the first headers of a response without a message. */
function endingOf(stream: ClientHttp2Stream): GrpcEnding {
  const ending: GrpcEnding = { status: undefined, why: undefined, isOver: false };
  const note = (headers: IncomingHttpHeaders & { readonly ':status'?: number }): void => {
    const { ':status': http = HTTP_OK, 'grpc-status': status, 'grpc-message': message } = headers;
    if (status !== undefined) ending.status = Number(status);
    if (typeof message === 'string') ending.why = decoded(message);
    else if (http !== HTTP_OK) ending.why = `it responded with HTTP status ${http}, which no gRPC server does`;
  };
  stream.on('response', note);
  stream.on('trailers', note);
  stream.on('error', ({ message }: Error) => (ending.why ??= message));
  stream.on('close', () => (ending.isOver = true));
  return ending;
}

function errorOf({ rstCode }: ClientHttp2Stream, { status, why = 'the connection was cut' }: GrpcEnding): GrpcError {
  return new GrpcError(why, { status: status === GRPC_OK ? undefined : status, isUnsent: rstCode === REFUSED });
}

/** gRPC percent-encodes the message. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
