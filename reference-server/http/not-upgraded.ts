import type { IncomingMessage, Server } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Upgrade } from './websocket-watch.ts';

/** Headers that are about this connection alone. */
const HOP_BY_HOP = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Serves a request that asks to change protocols as if it had not asked, as HTTP allows: the platform has set its socket apart, body
 * and all, so the request is put back in front of what is still to come, without the asking, and the socket is taken in anew.
 */
export function serveWithoutUpgrade(server: Server, { request, socket, head }: Upgrade): void {
  socket.unshift(Buffer.concat([Buffer.from(headOf(request), 'latin1'), head]));
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

function headOf({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!HOP_BY_HOP.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
