import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { startProxyServer } from './proxy-server.ts';
import { NO_TAPS } from './taps.ts';

/** A server that speaks bytes, so nothing between it and a test is normalised. */
export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** Open connections. */
  readonly sockets: ReadonlySet<Socket>;
}

/** Calls `heard` for each piece of bytes, with all bytes of that connection so far as latin1 text. */
export async function rawServer(heard: (socket: Socket, soFar: string, piece: string) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let soFar = '';
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      const piece = bytes.toString('latin1');
      soFar += piece;
      heard(socket, soFar, piece);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The proxy, in front of that port. */
export async function proxyBefore(port: number): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = await startProxyServer({
    upstream: { url: new URL(`http://127.0.0.1:${port}`) },
    tapsFor: () => NO_TAPS,
    host: '127.0.0.1',
    port: 0,
  });
  return { port: Number(new URL(server.url).port), [Symbol.asyncDispose]: () => server.close() };
}

/** A request head as bytes: the request line, `Host`, then the lines given. */
export function head(line: string, port: number, ...lines: readonly string[]): string {
  return [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines, '', ''].join('\r\n');
}

/** Resolves when the condition holds; for states without an event. The test's own time limit is the bound. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
