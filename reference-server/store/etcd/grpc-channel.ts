import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { GrpcError } from './grpc-error.ts';
import { responseTo, messagesOf } from './grpc-stream.ts';
import { bindLeanly } from './lean-bind.ts';

/**
 * gRPC over one HTTP/2 connection, opened at first use and reopened when it is lost. All methods reject with
 * `GrpcError`.
 */
export interface GrpcChannel {
  /** Unary call: sends one framed message to a method and resolves with the response message. */
  call(path: string, framed: Uint8Array): Promise<Buffer>;
  /**
   * Server streaming: yields response messages in batches as they arrive. Rejects when the stream ends, by the
   * signal or otherwise.
   */
  follow(path: string, framed: Uint8Array, signal: AbortSignal): AsyncIterable<readonly Buffer[]>;
  /** Cuts off all calls and refuses new ones. */
  close(): void;
}

export interface GrpcChannelOptions {
  /**
   * After this many milliseconds of silence the channel pings the server; after as many again it drops the
   * connection. A call may take both together. Default 5000: etcd disconnects clients that ping more often.
   */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5000;
/**
 * Flow-control window in bytes, per stream and per connection. HTTP/2's default of 64 KB is smaller than one large
 * object.
 */
const WINDOW = 4 * 1024 * 1024;
/**
 * The callers limit the concurrent calls. Node's default limit, 10 MB, suits servers, and would refuse streams while
 * a few large objects are written.
 */
const UNBOUNDED_MB = 1024 * 1024;

/** A channel to the server at this base URL, http or https. */
export function grpcChannel(url: string, { patienceMs = PATIENCE_MS }: GrpcChannelOptions = {}): GrpcChannel {
  const responseMs = 2 * patienceMs;
  let session: ClientHttp2Session | undefined;
  let opening: Promise<ClientHttp2Session> | undefined;
  let isClosed = false;
  /** Number of open calls and streams. */
  let underWay = 0;

  async function open(): Promise<ClientHttp2Session> {
    try {
      session = await openSession(url, responseMs);
      if (isClosed) session.destroy();
      endWhenSilent(session, patienceMs, () => underWay === 0);
      return session;
    } finally {
      opening = undefined;
    }
  }

  function connected(): ClientHttp2Session | Promise<ClientHttp2Session> {
    if (isClosed) throw new GrpcError('it was left', { isUnsent: true });
    return session === undefined || session.closed || session.destroyed ? (opening ??= open()) : session;
  }

  function request(on: ClientHttp2Session, path: string): ClientHttp2Stream {
    try {
      const stream = on.request({
        ':method': 'POST',
        ':path': path,
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      underWay += 1;
      return stream.on('close', () => (underWay -= 1));
    } catch (error) {
      throw new GrpcError(error instanceof Error ? error.message : String(error), { isUnsent: true });
    }
  }

  return {
    async call(path, framed) {
      const at = connected();
      return responseTo(request(at instanceof Promise ? await at : at, path), framed, responseMs);
    },
    follow(path, framed, signal) {
      return messagesOf(async () => request(await connected(), path), framed, signal);
    },
    close() {
      isClosed = true;
      session?.destroy();
    },
  };
}

/** Only this function loads `node:http2`, so a server in memory starts without it. */
async function openSession(url: string, patienceMs: number): Promise<ClientHttp2Session> {
  const { connect } = await import('node:http2');
  bindLeanly();
  return new Promise((resolve, reject) => {
    const session = connect(url, {
      maxSessionMemory: UNBOUNDED_MB,
      settings: { enablePush: false, initialWindowSize: WINDOW },
    });
    const timer = setTimeout(
      () => session.destroy(new Error(`no connection within ${patienceMs / 1000} s`)),
      patienceMs,
    );
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new GrpcError(why, { isUnsent: true }));
    };
    session.once('connect', () => {
      clearTimeout(timer);
      session.setLocalWindowSize(WINDOW);
      resolve(session);
    });
    // The streams report later errors.
    session.on('error', ({ message }: Error) => fail(message));
    session.once('close', () => fail('the connection was closed'));
  });
}

/**
 * A connection can die silently. It is pinged only while calls are open, because etcd disconnects clients that ping
 * needlessly.
 */
function endWhenSilent(session: ClientHttp2Session, patienceMs: number, isIdle: () => boolean): void {
  let heard = 0;
  let isAsked = false;
  const timer = setInterval(() => {
    if (session.destroyed) return;
    const { bytesRead } = session.socket;
    if (bytesRead !== heard) isAsked = false;
    else if (isAsked) session.destroy(new Error(`the server sent nothing for ${(2 * patienceMs) / 1000} s`));
    else if (!isIdle()) isAsked = session.ping(() => undefined);
    heard = bytesRead;
  }, patienceMs).unref();
  session.once('close', () => clearInterval(timer));
}
