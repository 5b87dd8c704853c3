import { once } from 'node:events';
import {
  connect,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

/** A proxy to an etcd that delays watches. */
export interface LaggingLink extends AsyncDisposable {
  readonly url: string;
}

const WATCH = '/etcdserverpb.Watch/Watch';

/**
 * A proxy to the etcd at that URL that delays all watch messages by so many milliseconds, and nothing else. A server
 * behind it learns late of other servers' writes, as with a busy etcd, and must not respond from its outdated state.
 * A worked example: with 30 ms, a write is acknowledged at 0, the revision of the etcd requested at 1 counts it, and
 * the watch delivers it at 30.
 */
export async function laggingLink(etcd: string, milliseconds: number): Promise<LaggingLink> {
  const open = new Set<ServerHttp2Session>();
  const server = createServer();
  server.on('session', (session) => {
    open.add(session);
    link(session, etcd, milliseconds);
    session.on('close', () => open.delete(session));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const session of open) session.destroy();
      await closed;
    },
  };
}

/** Gives a client a connection of its own to the etcd; they close together. */
function link(client: ServerHttp2Session, etcd: string, milliseconds: number): void {
  const upstream = connect(etcd);
  for (const [session, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    session.on('error', () => session.destroy());
    session.on('close', () => other.destroy());
  }
  client.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const lag = headers[':path'] === WATCH ? milliseconds : 0;
    const sent = upstream.request(fieldsOf(headers));
    const later = (act: () => void): void =>
      void (lag === 0 ? act() : setTimeout(() => stream.destroyed || act(), lag));
    let trailers: IncomingHttpHeaders = {};
    stream.pipe(sent);
    sent.on('response', (head) => stream.respond(fieldsOf(head), { waitForTrailers: true }));
    sent.on('trailers', (last) => (trailers = last));
    sent.on('data', (chunk: Buffer) => later(() => stream.write(chunk)));
    sent.on('end', () => later(() => stream.end()));
    stream.on('wantTrailers', () => stream.sendTrailers(fieldsOf(trailers)));
    stream.on('error', () => undefined);
    sent.on('error', () => undefined);
    stream.on('close', () => sent.close(stream.rstCode));
    // A stream that ended properly ends with its trailers.
    sent.on('close', () => sent.rstCode !== 0 && later(() => stream.close(sent.rstCode)));
  });
}

/** Without the symbols that Node adds. */
function fieldsOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers));
}
