import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { HeaderPair } from '../../fixtures/formats/exchange-log.ts';
import { outgoingHeaders } from './outgoing-request.ts';
import type { Taps } from './forwarding-engine.ts';
import { headerPairs } from './raw-headers.ts';
import { hostOf, portOf, tlsOptions } from './tls-options.ts';
import type { Upstream } from './upstream.ts';
import { prefixOf } from './upstream.ts';
import { unreachableLine } from './upstream-error.ts';

/**
 * Passes a request that wants to leave HTTP. The package refuses all but GET with `websocket`; kubectl's SPDY is a POST, so this goes
 * over node:http. An upstream that switches gets a tunnel; one that answers otherwise has its answer carried, and the connection ends.
 */
export function passUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  upstream: Upstream,
  taps: Taps,
  onUnreachable: (line: string) => void,
): void {
  const outgoing = (upstream.url.protocol === 'https:' ? httpsRequest : httpRequest)(optionsOf(request, upstream));
  let over = false;
  const end = (reason: Parameters<Taps['end']>[0], detail?: string): void => {
    if (over) return;
    over = true;
    taps.end(reason, detail);
  };
  taps.requestEnd();
  socket.on('error', () => outgoing.destroy());
  socket.once('close', () => {
    end('client-abort');
    outgoing.destroy();
  });
  outgoing.once('error', (error) => {
    if (over) return;
    const line = unreachableLine(upstream.url, error);
    onUnreachable(line);
    end('error', line);
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  outgoing.once('upgrade', (answer, upstreamSocket, upstreamHead) => {
    const headers = headerPairs(answer.rawHeaders);
    taps.response(answer.statusCode ?? 0, answer.rawHeaders);
    socket.write(headText(answer, headers), 'latin1');
    if (upstreamHead.length > 0) socket.write(upstreamHead);
    if (head.length > 0) upstreamSocket.write(head);
    upstreamSocket.once('end', () => end('complete'));
    upstreamSocket.on('error', () => {
      end('server-abort');
      socket.destroy();
    });
    socket.once('close', () => upstreamSocket.destroy());
    upstreamSocket.pipe(socket).pipe(upstreamSocket);
  });
  outgoing.once('response', (answer) => carryRefusal(answer, socket, taps, end));
  outgoing.end();
}

function optionsOf(request: IncomingMessage, upstream: Upstream): RequestOptions {
  return {
    host: hostOf(upstream.url),
    port: portOf(upstream.url),
    method: request.method ?? 'GET',
    path: prefixOf(upstream) + (request.url ?? '/'),
    headers: outgoingHeaders(request, upstream),
    agent: false,
    ...(upstream.url.protocol === 'https:' ? tlsOptions(upstream) : {}),
  };
}

/** The body is carried as it arrives, delimited by the end of the connection. */
function carryRefusal(answer: IncomingMessage, socket: Duplex, taps: Taps, end: Taps['end']): void {
  const headers = headerPairs(answer.rawHeaders);
  taps.response(answer.statusCode ?? 0, answer.rawHeaders);
  const kept = headers.filter(([name]) => !['connection', 'keep-alive', 'transfer-encoding'].includes(name.toLowerCase()));
  socket.write(headText(answer, [...kept, ['Connection', 'close']]), 'latin1');
  answer.on('data', (chunk: Buffer) => {
    void taps.responseBody(chunk);
  });
  answer.once('error', () => {
    end('server-abort');
    socket.destroy();
  });
  answer.once('end', () => end('complete'));
  answer.pipe(socket);
}

function headText(answer: IncomingMessage, headers: readonly HeaderPair[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${lines.join('')}\r\n`;
}
