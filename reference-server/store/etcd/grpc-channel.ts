import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { GrpcError } from './grpc-error.ts';
import { answered, messagesOf } from './grpc-stream.ts';
import { bindLeanly } from './lean-bind.ts';

/** gRPC over one HTTP/2 connection, which is made when first needed, and anew when it is gone. All of it rejects with `GrpcError`. */
export interface GrpcChannel {
  /** Sends one message, framed, to a method, and resolves with the one that is answered. */
  call(path: string, framed: Uint8Array): Promise<Buffer>;
  /** The same for a method that answers many: as many at a time as have come. It rejects when it ends, with the signal or otherwise. */
  follow(path: string, framed: Uint8Array, signal: AbortSignal): AsyncIterable<readonly Buffer[]>;
  /** Cuts off what is under way, and lets nothing more begin. */
  close(): void;
}

export interface GrpcChannelOptions {
  /**
   * After so many milliseconds of silence the other end is asked whether it is there, and after as many again it is given up; a call has both
   * together. Default 5000: an etcd hangs up on who asks more often.
   */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5000;
/** So many bytes of each stream, and of all, may come before they are read. The default of HTTP/2, 64 KB, is less than one large object. */
const WINDOW = 4 * 1024 * 1024;
/** Who asks bounds what is under way. Node's own bound, 10 MB, is that of a server, and would refuse streams of ours while a few large objects are written. */
const UNBOUNDED_MB = 1024 * 1024;

/** A channel to the server at that base URL, http or https. */
export function grpcChannel(url: string, { patienceMs = PATIENCE_MS }: GrpcChannelOptions = {}): GrpcChannel {
  const answerMs = 2 * patienceMs;
  let session: ClientHttp2Session | undefined;
  let opening: Promise<ClientHttp2Session> | undefined;
  let isClosed = false;
  /** Calls and streams. */
  let underWay = 0;

  async function open(): Promise<ClientHttp2Session> {
    try {
      session = await openSession(url, answerMs);
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
      return answered(request(at instanceof Promise ? await at : at, path), framed, answerMs);
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

/** `node:http2` is loaded here alone: a server in memory starts without it. */
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
    // What comes later is told by the streams.
    session.on('error', ({ message }: Error) => fail(message));
    session.once('close', () => fail('the connection was closed'));
  });
}

/** A connection can be gone without a word. An etcd is asked only while something is under way: it hangs up on who asks without need. */
function endWhenSilent(session: ClientHttp2Session, patienceMs: number, isIdle: () => boolean): void {
  let heard = 0;
  let isAsked = false;
  const timer = setInterval(() => {
    if (session.destroyed) return;
    const { bytesRead } = session.socket;
    if (bytesRead !== heard) isAsked = false;
    else if (isAsked) session.destroy(new Error(`nothing was heard of it for ${(2 * patienceMs) / 1000} s`));
    else if (!isIdle()) isAsked = session.ping(() => undefined);
    heard = bytesRead;
  }, patienceMs).unref();
  session.once('close', () => clearInterval(timer));
}
