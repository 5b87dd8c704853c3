import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { GrpcError } from './grpc-error.ts';
import { FRAME_HEAD, MessageSplitter } from './message-splitter.ts';

/** Numbers of HTTP/2: a stream that the other end has not begun with, and one that is no longer wanted. */
const REFUSED = 7;
const CANCEL = 8;
const HTTP_OK = 200;
const GRPC_OK = 0;

/** How a stream ended, as far as that is known. */
interface Ending {
  /** As gRPC numbers it. */
  status: number | undefined;
  /** In the words of whoever ended it. */
  why: string | undefined;
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
    const settle = (isOver: boolean): void => {
      clearTimeout(timer);
      const message = ending.status === GRPC_OK ? onlyMessage(chunks, ending) : undefined;
      if (message !== undefined) resolve(message);
      else if (isOver) reject(errorOf(stream, ending));
    };
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    // What ends well need not wait until the stream is put away.
    stream.on('end', () => settle(false));
    stream.on('close', () => settle(true));
    stream.end(framed);
  });
}

/** Sends one framed message on a stream, and yields those that come, as many at a time as are there. Rejects with `GrpcError` when it ends, with the signal or otherwise. */
export async function* messagesOf(stream: ClientHttp2Stream, framed: Uint8Array, signal: AbortSignal): AsyncGenerator<readonly Buffer[]> {
  const ending = endingOf(stream);
  const splitter = new MessageSplitter();
  const leave = (): void => stream.close(CANCEL);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  stream.write(framed);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const messages = splitter.split(chunk);
      if (messages.length > 0) yield messages;
    }
  } catch (error) {
    // What the stream itself has to say was heard before.
    if (error instanceof RangeError) ending.why ??= error.message;
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
  const ending: Ending = { status: undefined, why: undefined };
  const note = (headers: IncomingHttpHeaders & { readonly ':status'?: number }): void => {
    const { ':status': http = HTTP_OK, 'grpc-status': status, 'grpc-message': message } = headers;
    if (status !== undefined) ending.status = Number(status);
    if (typeof message === 'string') ending.why = decoded(message);
    else if (http !== HTTP_OK) ending.why = `it answered HTTP status ${http}, as no gRPC server does`;
  };
  stream.on('response', note);
  stream.on('trailers', note);
  stream.on('error', ({ message }: Error) => (ending.why ??= message));
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
