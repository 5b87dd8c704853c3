import { Exchange } from './exchange.ts';
import type { ForwardingEngine } from './forwarding-engine.ts';
import { passUpgrade } from './pass-upgrade.ts';
import { routeTo } from './route.ts';
import type { Upstream } from './upstream.ts';

/**
 * The engine over node:http, one client request for each request. `docs/http-proxy.md` says why it is not a package.
 * `onUnreachable` hears one line for each exchange that the upstream gave no answer to.
 */
export function nodeHttpEngine(upstream: Upstream, onUnreachable: (line: string) => void = () => undefined): ForwardingEngine {
  const route = routeTo(upstream, onUnreachable);
  return {
    forward(request, response, taps) {
      new Exchange(request, response, route, taps).send();
    },
    upgrade(request, socket, head, taps) {
      passUpgrade(request, socket, head, upstream, taps, onUnreachable);
    },
    close() {
      route.agent.destroy();
    },
  };
}
