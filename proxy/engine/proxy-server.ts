import { ClientConnection, type Passage } from './client-connection.ts';
import { listenAt, type Listener, type ListenOptions } from './listener.ts';
import { routeTo } from './route.ts';
import type { RequestHead, Taps } from './taps.ts';
import type { Upstream } from './upstream.ts';

/** The address and the upstream of a proxy. */
export interface ProxyOptions extends ListenOptions, PassOptions {}

export interface PassOptions {
  readonly upstream: Upstream;
  /** Makes the taps of each exchange after its head has arrived. */
  readonly tapsFor: (request: RequestHead) => Taps;
  /** Gets one line for each exchange without a response from the upstream. */
  readonly onUnreachable?: (line: string) => void;
}

export interface ProxyServer {
  /** `http://127.0.0.1:40123`. */
  readonly url: string;
  /** From now on responds to every request, including open ones, with a 503 with this line. */
  refuse(line: string): void;
  /** Stops listening, cuts open connections, and resolves when all are closed. */
  close(): Promise<void>;
}

/**
 * Listens for clients and forwards their exchanges to one upstream transparently. The bytes of heads and bodies stay
 * unchanged (except `Host`, and `Authorization` if credentials were given), with back-pressure, and ends and cuts in
 * both directions as they happen. It has no time limit: watches stay idle as long as both ends like. If the upstream
 * cannot be reached, the client gets a 502 Status body; if it dies during a response, the client's connection is
 * cut. Rejects with node's error if the address or the certificate cannot be used.
 */
export async function startProxyServer(options: ProxyOptions): Promise<ProxyServer> {
  return passOn(await listenAt(options), options);
}

/** Forwards the clients of a listener, as `startProxyServer` does. Closing the server closes the listener. */
export function passOn(listener: Listener, options: PassOptions): ProxyServer {
  let refusal: string | undefined;
  const passage: Passage = {
    route: routeTo(options.upstream),
    tapsFor: options.tapsFor,
    onUnreachable: options.onUnreachable ?? (() => undefined),
    refusal: () => refusal,
  };
  const open = new Set<ClientConnection>();
  let connections = 0;
  listener.serve((socket) => {
    connections += 1;
    const connection = new ClientConnection(socket, passage, connections);
    open.add(connection);
    socket.once('close', () => open.delete(connection));
  });
  return {
    url: listener.url,
    refuse(line) {
      refusal = line;
      for (const connection of open) connection.refuse(line);
    },
    async close() {
      const closed = listener.close();
      for (const connection of open) connection.destroy();
      await closed;
    },
  };
}
