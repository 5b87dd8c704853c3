import { connect as connectPlain, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isNamed, type ParsedRequestHead } from './message-head.ts';
import { hostOf, portOf, tlsOptions } from './tls-options.ts';
import { prefixOf, type Upstream } from './upstream.ts';

/** Who hears what an upstream says. */
export interface Hearer {
  /** Hears bytes, which are lent for the time of the call. */
  hear(bytes: Buffer): void;
  /** Whether bytes that it has heard still wait to be written somewhere, so that their memory must be left to them. */
  holds(): boolean;
}

/** Bytes that are read at a time. */
const READ_BYTES = 64 * 1024;

/** The way to the upstream, worked out once: the same for every exchange. */
export interface Route {
  readonly url: URL;
  /** A new connection, on its way. What is written before it stands waits for it. What comes on it is told to the hearer, where one is given, and not as `data`. */
  connect(hearer?: Hearer): Socket;
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

/** Reads into the same memory again and again for as long as nobody holds it: memory of its own for each read is a good part of what a read costs. */
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
