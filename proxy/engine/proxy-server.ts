import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createPlainServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Passage } from './client-connection.ts';
import { ClientConnection } from './client-connection.ts';
import { routeTo } from './route.ts';
import type { RequestHead, Taps } from './taps.ts';
import type { Upstream } from './upstream.ts';

/** Where a proxy listens, and to what it passes on. */
export interface ProxyOptions {
  readonly upstream: Upstream;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM texts, for a proxy that clients talk TLS to. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Makes the taps of each exchange, when its head has come. */
  readonly tapsFor: (request: RequestHead) => Taps;
  /** Hears one line for each exchange that the upstream gave no answer to. */
  readonly onUnreachable?: (line: string) => void;
}

export interface ProxyServer {
  /** `http://127.0.0.1:40123`. */
  readonly url: string;
  /** From now on answers every request, those under way included, with a 503 that says this line. */
  refuse(line: string): void;
  /** Stops listening, cuts what is open, and resolves when all is closed. */
  close(): Promise<void>;
}

/**
 * Listens for clients and passes their exchanges to one upstream, as if nothing were between: the bytes of heads and bodies as they came
 * (but for `Host`, and `Authorization` where credentials were given), under back-pressure, with ends and cuts in both directions as
 * they happen. Has no time limit of its own: watches stay idle for as long as the two ends like.
 * An upstream that cannot be reached is answered for with a 502 Status body; one that dies in mid-answer is a cut at the client.
 * Rejects with node's error where the address cannot be had, or the certificate cannot be used.
 */
export async function startProxyServer(options: ProxyOptions): Promise<ProxyServer> {
  let refusal: string | undefined;
  const passage: Passage = { route: routeTo(options.upstream), tapsFor: options.tapsFor, onUnreachable: options.onUnreachable ?? (() => undefined), refusal: () => refusal };
  const open = new Set<ClientConnection>();
  let connections = 0;
  const onClient = (socket: Socket): void => {
    connections += 1;
    const connection = new ClientConnection(socket, passage, connections);
    open.add(connection);
    socket.once('close', () => open.delete(connection));
  };
  const server = serverFor(options, onClient);
  await listening(server, options.host, options.port);
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    refuse(line) {
      refusal = line;
      for (const connection of open) connection.refuse(line);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const connection of open) connection.destroy();
      await closed;
    },
  };
}

function serverFor({ tls }: ProxyOptions, onClient: (socket: Socket) => void): Server {
  if (tls === undefined) return createPlainServer({ allowHalfOpen: true, noDelay: true }, onClient);
  // Half-open, a client that leaves in the middle of the handshake would stay for ever.
  return createTlsServer({ noDelay: true, ...tls, ALPNProtocols: ['http/1.1'] }, onClient).on('tlsClientError', (_, socket) => socket.destroy());
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
