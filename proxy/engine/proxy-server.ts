import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ForwardingEngine, Taps } from './forwarding-engine.ts';
import { MAX_HEADER_BYTES } from './forwarding-engine.ts';

export interface ProxyServer {
  /** `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Stops listening, cuts what is open, and resolves when all is closed. */
  close(): Promise<void>;
}

/**
 * Listens for clients and hands each exchange to the engine with the taps that `tapsFor` makes for it. Has no time limit of its own:
 * watches stay idle for as long as the two ends like. Rejects with node's error where the address cannot be had.
 */
export async function startProxyServer(
  engine: ForwardingEngine,
  tapsFor: (request: IncomingMessage) => Taps,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ProxyServer> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, requestTimeout: 0, keepAliveTimeout: 0 });
  server.headersTimeout = 60_000;
  const upgraded = new Set<{ destroy(): void }>();
  server.on('request', (request, response) => engine.forward(request, response, tapsFor(request)));
  server.on('checkContinue', (request, response) => engine.forward(request, response, tapsFor(request)));
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    engine.upgrade(request, socket, head, tapsFor(request));
  });
  await listening(server, host, port);
  const { address, port: bound, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
      engine.close();
    },
  };
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
