import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A way to an etcd on which watches lag behind. */
export interface LaggingLink extends AsyncDisposable {
  readonly url: string;
}

const WATCH = /^POST \/v3\/watch /;

/**
 * A way to the etcd at that URL which holds back by so many milliseconds all that a watch tells, and nothing else: who uses it learns late of
 * what others have written, as one does at times whose etcd is busy, and must not answer from what it knows as if that were all.
 *
 * A worked example: with 30 ms, a write is acknowledged at 0, the revision of the etcd asked for at 1 counts it, and the watch tells of it at 30.
 */
export async function laggingLink(etcd: string, milliseconds: number): Promise<LaggingLink> {
  const { hostname, port } = new URL(etcd);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const sockets = [client, upstream];
    for (const socket of sockets) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        for (const each of sockets) each.destroy();
      });
    }
    let lag = 0;
    client.once('data', (head: Buffer) => {
      if (WATCH.test(head.toString('latin1'))) lag = milliseconds;
    });
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      if (lag === 0) client.write(chunk);
      else setTimeout(() => client.write(chunk), lag);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
