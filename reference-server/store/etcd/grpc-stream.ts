import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { GrpcError } from './grpc-error.ts';
import { FRAME_HEAD, MessageSplitter } from './message-splitter.ts';

/** Numbers of HTTP/2: a stream that the other end has not begun with, and one that is no longer wanted. */
const REFUSED = 7;
const CANCEL = 8;
const HTTP_OK = 200;
const GRPC_OK = 0;
/** With so many messages that nobody has taken yet, no more are read. */
const MOST_WAITING = 1000;

/** How a stream ended, as far as that is known. */
interface Ending {
  /** As gRPC numbers it. */
  status: number | undefined;
  /** In the words of whoever ended it. */
  why: string | undefined;
  /** Whether there will be nothing more, not even of this. */
  isOver: boolean;
}

/** Ends a stream with one framed message, and resolves with the one that is answered within so many milliseconds. Rejects with `GrpcError`. */
export function answered(stream: ClientHttp2Stream, framed: Uint8Array, withinMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const ending = endingOf(stream);
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      ending.why = `no answer within ${withinMs / 1000} s`;
      stream.close(CANCEL);
    }, withinMs);
    const settle = (): void => {
      clearTimeout(timer);
      const message = ending.status === GRPC_OK ? onlyMessage(chunks, ending) : undefined;
      if (message !== undefined) resolve(message);
      else if (ending.isOver) reject(errorOf(stream, ending));
    };
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    // What ends well need not wait until the stream is put away.
    stream.on('end', settle);
    stream.on('close', settle);
    stream.end(framed);
  });
}

/**
 * Opens a stream, sends one framed message on it, and yields those that come, as many at a time as are there. Rejects with `GrpcError` when it ends, with the
 * signal or otherwise. Events and a queue, as iterating over a stream costs several times as much a chunk.
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

/** The message that came in these chunks; `undefined`, and why, where it is not one. */
function onlyMessage(chunks: readonly Buffer[], ending: Ending): Buffer | undefined {
  const [first] = chunks;
  const bytes = first === undefined || chunks.length > 1 ? Buffer.concat(chunks) : first;
  const isOne = bytes.length >= FRAME_HEAD && bytes[0] === 0 && bytes.readUInt32BE(1) === bytes.length - FRAME_HEAD;
  if (isOne) return bytes.subarray(FRAME_HEAD);
  ending.why = 'it sent what is not one message';
  return undefined;
}

/** The status stands in the last headers, which are also the first where there is no message. */
function endingOf(stream: ClientHttp2Stream): Ending {
  const ending: Ending = { status: undefined, why: undefined, isOver: false };
  const note = (headers: IncomingHttpHeaders & { readonly ':status'?: number }): void => {
    const { ':status': http = HTTP_OK, 'grpc-status': status, 'grpc-message': message } = headers;
    if (status !== undefined) ending.status = Number(status);
    if (typeof message === 'string') ending.why = decoded(message);
    else if (http !== HTTP_OK) ending.why = `it answered HTTP status ${http}, as no gRPC server does`;
  };
  stream.on('response', note);
  stream.on('trailers', note);
  stream.on('error', ({ message }: Error) => (ending.why ??= message));
  stream.on('close', () => (ending.isOver = true));
  return ending;
}

function errorOf({ rstCode }: ClientHttp2Stream, { status, why = 'the connection was cut' }: Ending): GrpcError {
  return new GrpcError(why, { status: status === GRPC_OK ? undefined : status, isUnsent: rstCode === REFUSED });
}

/** gRPC has it percent-encoded, where it has to be. */
function decoded(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
}
