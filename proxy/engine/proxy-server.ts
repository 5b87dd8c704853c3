import { ClientConnection, type Passage } from './client-connection.ts';
import { listenAt, type Listener, type ListenOptions } from './listener.ts';
import { routeTo } from './route.ts';
import type { RequestHead, Taps } from './taps.ts';
import type { Upstream } from './upstream.ts';

/** Where a proxy listens, and to what it passes on. */
export interface ProxyOptions extends ListenOptions, PassOptions {}

export interface PassOptions {
  readonly upstream: Upstream;
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
  return passOn(await listenAt(options), options);
}

/** The same for the clients of a listener, which it closes in the end. */
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
