import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderPair } from '../../fixtures/formats/exchange-log.ts';
import type { Taps } from './forwarding-engine.ts';
import { headerPairs, valuesByName } from './raw-headers.ts';
import type { Upstream } from './upstream.ts';

/** The request headers as the upstream gets them: the client's, addressed to the upstream, with its token where one was given. */
export function outgoingHeaders(request: IncomingMessage, upstream: Upstream): HeaderPair[] {
  const authorization: HeaderPair[] = upstream.token === undefined ? [] : [['Authorization', `Bearer ${upstream.token}`]];
  const kept = headerPairs(request.rawHeaders).filter(([name]) => authorization.length === 0 || name.toLowerCase() !== 'authorization');
  const addressed = kept.map(([name, value]): HeaderPair => [name, name.toLowerCase() === 'host' ? upstream.url.host : value]);
  return [...addressed, ...authorization];
}

/**
 * Carries a request on: restores the head to what the client sent, shows the body to the taps, carries trailers, and brings interim
 * answers (100, 103) back. Called before anything of `outgoing` was sent; the body itself is piped by the package.
 */
export function carryRequest(outgoing: ClientRequest, request: IncomingMessage, response: ServerResponse, upstream: Upstream, taps: Taps): void {
  const headers = valuesByName(outgoingHeaders(request, upstream));
  restoreHead(outgoing, headers);
  carryInterimAnswers(outgoing, response);
  const size = request.headers['content-length'];
  if ((size === undefined || size === '0') && request.headers['transfer-encoding'] === undefined) taps.requestEnd();
  else watchBody(outgoing, request, taps);
  if ([...headers.keys()].some((name) => name.toLowerCase() === 'expect')) outgoing.flushHeaders();
}

function restoreHead(outgoing: ClientRequest, headers: ReadonlyMap<string, readonly string[]>): void {
  const sent = new Set([...headers.keys()].map((name) => name.toLowerCase()));
  for (const name of outgoing.getHeaderNames()) if (name !== 'host' || sent.has('host')) outgoing.removeHeader(name);
  if (!sent.has('connection')) outgoing.removeHeader('connection');
  for (const [name, values] of headers) outgoing.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
}

function watchBody(outgoing: ClientRequest, request: IncomingMessage, taps: Taps): void {
  request.on('data', (chunk: Buffer) => {
    const wait = taps.requestBody(chunk);
    if (wait === undefined) return;
    request.pause();
    void wait.then(() => request.resume());
  });
  request.once('end', () => {
    taps.requestEnd();
    const trailers = headerPairs(request.rawTrailers);
    if (trailers.length > 0) outgoing.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]));
  });
}

/** 100 Continue comes when the upstream says so; the other 1xx heads are written as they came. */
function carryInterimAnswers(outgoing: ClientRequest, response: ServerResponse): void {
  outgoing.on('continue', () => {
    if (!response.headersSent) response.writeContinue();
  });
  outgoing.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
    if (statusCode === 100 || response.headersSent) return;
    const lines = headerPairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
    response.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
  });
}
