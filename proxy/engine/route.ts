import { connect as connectPlain, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isNamed, type ParsedRequestHead } from './message-head.ts';
import { hostOf, portOf, tlsOptions } from './tls-options.ts';
import { prefixOf, type Upstream } from './upstream.ts';

/** A receiver of an upstream's bytes. */
interface Hearer {
  /** Receives bytes, which are lent for the time of the call. */
  hear(bytes: Buffer): void;
  /** Whether received bytes still wait to be written, so their memory cannot be reused. */
  holds(): boolean;
}

/** Bytes that are read at a time. */
const READ_BYTES = 64 * 1024;

/** The way to the upstream, prepared once for all exchanges. */
export interface UpstreamRoute {
  readonly url: URL;
  /**
   * A new connection. Writes before it is established are queued. Its bytes go to the hearer, if one is given,
   * instead of `data` events.
   */
  connect(hearer?: Hearer): Socket;
  /**
   * The head of a request for the upstream, as latin1 text: the client's lines unchanged, except for the upstream's
   * address, and its credentials if some were given.
   */
  head(request: ParsedRequestHead): string;
}

/** The way to that upstream, without a connection yet. */
export function routeTo(upstream: Upstream): UpstreamRoute {
  const { url } = upstream;
  const prefix = prefixOf(upstream);
  const plain = { host: hostOf(url), port: portOf(url), noDelay: true, allowHalfOpen: true };
  const tails = new WeakMap<readonly string[], string>();
  const secure = { ...plain, ...tlsOptions(upstream), ALPNProtocols: ['http/1.1'] };
  return {
    url,
    connect: (hearer) => {
      if (url.protocol !== 'https:')
        return connectPlain(hearer === undefined ? plain : { ...plain, onread: readInto(hearer) });
      const socket = connectTls(secure).setNoDelay(true);
      return hearer === undefined ? socket : socket.on('data', (bytes) => hearer.hear(bytes));
    },
    head: (request) => {
      const { method, target, minor, rawHeaders } = request;
      let tail = tails.get(rawHeaders);
      if (tail === undefined) tails.set(rawHeaders, (tail = sentFields(request, upstream)));
      return `${method} ${target.startsWith('/') ? prefix : ''}${target} HTTP/1.${minor}\r\n${tail}`;
    },
  };
}

/**
 * Reads into the same memory again and again as long as nobody holds it: allocating memory for each read is a good
 * part of its cost.
 */
function readInto(hearer: Hearer): OnReadOpts {
  let memory = Buffer.allocUnsafeSlow(READ_BYTES);
  return {
    buffer: () => (hearer.holds() ? (memory = Buffer.allocUnsafeSlow(READ_BYTES)) : memory),
    callback(length) {
      hearer.hear(memory.subarray(0, length));
      return true;
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
