import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** The address of a proxy. */
export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM texts, for a proxy with TLS towards clients. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** A bound address. Clients that connect before `serve` wait. */
export interface Listener {
  /** `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Passes waiting and new clients to `take`. */
  serve(take: (client: Socket) => void): void;
  /** Stops listening, cuts untaken clients, and resolves when all are gone. */
  close(): Promise<void>;
}

/** Listens. Rejects with node's error if the address or the certificate cannot be used. */
export async function listenAt(options: ListenOptions): Promise<Listener> {
  const waiting = new Set<Socket>();
  let give = (client: Socket): void => {
    waiting.add(client.on('error', () => undefined));
    client.once('close', () => waiting.delete(client));
  };
  const server = serverFor(options, (client) => give(client));
  await listening(server, options);
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    serve(take) {
      give = take;
      for (const client of waiting) take(client);
      waiting.clear();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of waiting) client.destroy();
      await closed;
    },
  };
}

function serverFor({ tls }: ListenOptions, onClient: (socket: Socket) => void): Server {
  if (tls === undefined) return createPlainServer({ allowHalfOpen: true, noDelay: true }, onClient);
  // With half-open connections, a client that leaves during the handshake would stay for ever.
  return createTlsServer({ noDelay: true, ...tls, ALPNProtocols: ['http/1.1'] }, onClient).on(
    'tlsClientError',
    (_, socket) => socket.destroy(),
  );
}

function listening(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
