import type { IncomingMessage } from 'node:http';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createProxyServer } from 'http-proxy';
import type { ForwardingEngine } from './forwarding-engine.ts';
import { passUpgrade } from './pass-upgrade.ts';
import { Passing } from './passing.ts';
import { hostOf, portOf, tlsOptions } from './tls-options.ts';
import type { Upstream } from './upstream.ts';
import { prefixOf } from './upstream.ts';

/** Heads of any size that servers of this API take: selectors travel in the request line. */
export const MAX_HEADER_BYTES = 256 * 1024;

/**
 * The engine over the package `http-proxy`, hardened through its public surface: the package makes, pools, cancels and ends the upstream
 * requests; heads, answers and trailers are carried by us, so that nothing is renamed, merged, re-framed or held back.
 * `docs/http-proxy.md` has the measurements. `onUnreachable` hears one line for each exchange that the upstream gave no answer to.
 */
export function httpProxyEngine(upstream: Upstream, onUnreachable: (line: string) => void = () => undefined): ForwardingEngine {
  const secure = upstream.url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true, ...tlsOptions(upstream) }) : new HttpAgent({ keepAlive: true });
  const host = hostOf(upstream.url);
  const target = { protocol: upstream.url.protocol, host, hostname: host, port: portOf(upstream.url), pathname: prefixOf(upstream) };
  const proxy = createProxyServer({ target, agent, selfHandleResponse: true, secure: upstream.insecureSkipTlsVerify !== true });
  const passing = new WeakMap<IncomingMessage, Passing>();

  proxy.on('proxyReq', (outgoing, request) => passing.get(request)?.leaves(outgoing));
  proxy.on('proxyRes', (answer, request) => passing.get(request)?.answers(answer));
  proxy.on('error', (error, request, response) => {
    const exchange = request === undefined ? undefined : passing.get(request);
    if (request === undefined || exchange === undefined || response === undefined || !('writeHead' in response)) return;
    if (exchange.mayRetry(error)) void proxy.web(request, response, requestOptions());
    else exchange.fails(error);
  });

  return {
    forward(request, response, taps) {
      const exchange = new Passing(request, response, upstream, taps, onUnreachable);
      passing.set(request, exchange);
      // `Expect` makes the package send the head before it shows it to us; `carryRequest` puts it back.
      if (request.headers.expect !== undefined) delete request.headers.expect;
      proxy.web(request, response, requestOptions()).catch((error: Error) => exchange.fails(error));
    },
    upgrade(request, socket, head, taps) {
      passUpgrade(request, socket, head, upstream, taps, onUnreachable);
    },
    close() {
      agent.destroy();
    },
  };
}

/** Made anew for each request: the package writes into it. */
function requestOptions(): { ssl: { maxHeaderSize: number } } {
  return { ssl: { maxHeaderSize: MAX_HEADER_BYTES } };
}
