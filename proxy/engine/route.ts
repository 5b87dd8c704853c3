import type { Socket } from 'node:net';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isNamed } from './message-head.ts';
import type { ParsedRequestHead } from './message-head.ts';
import { hostOf, portOf, tlsOptions } from './tls-options.ts';
import type { Upstream } from './upstream.ts';
import { prefixOf } from './upstream.ts';

/** The way to the upstream, worked out once: the same for every exchange. */
export interface Route {
  readonly url: URL;
  /** A new connection, on its way. What is written before it stands waits for it. */
  connect(): Socket;
  /** The head of a request as the upstream gets it, as latin1 text: the client's lines as they are, but addressed to the upstream, with its credentials where some were given. */
  head(request: ParsedRequestHead): string;
}

/** The way to that upstream, with no connection open yet. */
export function routeTo(upstream: Upstream): Route {
  const { url } = upstream;
  const prefix = prefixOf(upstream);
  const plain = { host: hostOf(url), port: portOf(url), noDelay: true, allowHalfOpen: true };
  const tails = new WeakMap<readonly string[], string>();
  const secure = { ...plain, ...tlsOptions(upstream), ALPNProtocols: ['http/1.1'] };
  return {
    url,
    connect: () => (url.protocol === 'https:' ? connectTls(secure).setNoDelay(true) : connectPlain(plain)),
    head: (request) => {
      const { method, target, minor, rawHeaders } = request;
      let tail = tails.get(rawHeaders);
      if (tail === undefined) tails.set(rawHeaders, (tail = sentFields(request, upstream)));
      return `${method} ${target.startsWith('/') ? prefix : ''}${target} HTTP/1.${minor}\r\n${tail}`;
    },
  };
}

function sentFields({ lines, rawHeaders }: ParsedRequestHead, { url, authorization }: Upstream): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const name = rawHeaders[index * 2] ?? '';
    if (isNamed(name, 'host')) text += `${name}: ${url.host}\r\n`;
    else if (authorization === undefined || !isNamed(name, 'authorization')) text += `${line}\r\n`;
  }
  return authorization === undefined ? `${text}\r\n` : `${text}Authorization: ${authorization}\r\n\r\n`;
}
