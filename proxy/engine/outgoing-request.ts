import type { ClientRequest, IncomingMessage } from 'node:http';
import { MAX_HEADER_BYTES } from './forwarding-engine.ts';
import type { Route } from './route.ts';
import type { Upstream } from './upstream.ts';

/** Methods for which node frames a body only if the headers do. */
const BARE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/**
 * The request headers as the upstream gets them, as a flat list of names and values: the client's, in their order, addressed to the
 * upstream, with its token where one was given.
 */
export function outgoingHeaders(request: IncomingMessage, { url, token }: Upstream): string[] {
  const raw = request.rawHeaders;
  const headers: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (token !== undefined && isNamed(name, 'authorization')) continue;
    headers.push(name, isNamed(name, 'host') ? url.host : (raw[index + 1] ?? ''));
  }
  if (token !== undefined) headers.push('Authorization', `Bearer ${token}`);
  return headers;
}

/** Whether the head announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Makes the upstream request, with the head that the client sent. Nothing is sent yet, except where the client waits for
 * `100 Continue`. Throws node's error for a head that node does not write.
 *
 * node takes a whole list of headers as it stands, but adds `Connection`, or a framing, where the list has none. So only lists that
 * have both go that way; the others are set one by one, after node was told to leave out what is not in them.
 */
export function outgoingRequest(request: IncomingMessage, route: Route): ClientRequest {
  const { host, port, agent, prefix, upstream } = route;
  const { method, url = '/' } = request;
  const headers = outgoingHeaders(request, upstream);
  const options = { host, port, agent, method, path: prefix + url, setHost: false, maxHeaderSize: MAX_HEADER_BYTES };
  const { connection, 'transfer-encoding': coding, 'content-length': length } = request.headers;
  const framed = coding !== undefined || length !== undefined || BARE_METHODS.has(method);
  // node writes `Trailer` only where chunks are announced, and throws when it comes to write the head otherwise.
  if (coding === undefined && request.headers.trailer !== undefined) throw new Error('the request announces a trailer but no chunked body');
  if (connection !== undefined && framed) return route.request({ ...options, headers });

  const outgoing = route.request(options);
  for (const name of ['connection', 'content-length', 'transfer-encoding']) outgoing.removeHeader(name);
  for (let index = 0; index < headers.length; index += 2) outgoing.appendHeader(headers[index] ?? '', headers[index + 1] ?? '');
  if (request.headers.expect !== undefined) outgoing.flushHeaders();
  return outgoing;
}

function isNamed(name: string, lowercase: string): boolean {
  return name.length === lowercase.length && name.toLowerCase() === lowercase;
}
