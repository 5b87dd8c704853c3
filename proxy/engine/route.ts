import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { hostOf, portOf, tlsOptions } from './tls-options.ts';
import type { Upstream } from './upstream.ts';
import { prefixOf } from './upstream.ts';

/** The way to the upstream, worked out once: the same for every exchange. */
export interface Route {
  readonly upstream: Upstream;
  readonly request: typeof httpRequest;
  /** Keeps connections alive, without limit of number or time: a thousand watches are a thousand connections. */
  readonly agent: HttpAgent;
  readonly host: string;
  readonly port: number;
  /** Stands before every path. */
  readonly prefix: string;
  /** Hears one line for each exchange that the upstream gave no answer to. */
  readonly onUnreachable: (line: string) => void;
}

/** The way to that upstream, with no connection open yet. */
export function routeTo(upstream: Upstream, onUnreachable: (line: string) => void): Route {
  const secure = upstream.url.protocol === 'https:';
  const options = { keepAlive: true, maxFreeSockets: Infinity };
  const agent = secure ? new HttpsAgent({ ...options, ...tlsOptions(upstream) }) : new HttpAgent(options);
  // One upstream is one pool; node would spell out address and certificates for each request.
  agent.getName = () => 'upstream';
  return {
    upstream,
    request: secure ? httpsRequest : httpRequest,
    agent,
    host: hostOf(upstream.url),
    port: portOf(upstream.url),
    prefix: prefixOf(upstream),
    onUnreachable,
  };
}
