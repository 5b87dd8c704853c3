import type { IncomingMessage, Server } from 'node:http';
import { TLSSocket } from 'node:tls';
import { readBody } from '../body/read-body.ts';
import type { Upgrade } from '../watch/websocket-watch.ts';

/** Headers that are about this connection alone. */
const HOP_BY_HOP = new Set(['upgrade', 'connection', 'http2-settings']);

/** The same, and those that say how long a body is and whether it is to come. */
const OR_OF_THE_BODY = new Set([...HOP_BY_HOP, 'content-length', 'transfer-encoding', 'expect']);

/**
 * Serves a request that asks to change protocols as if it had not asked, as HTTP allows: the platform has set its socket apart, body
 * and all, so the request is put back in front of what is still to come, without the asking, and the socket is taken in anew. Newer
 * releases of the platform read the body as that of any request, and set apart what comes behind it. A body beyond `limit` bytes is
 * left out, and refused by its length.
 */
export async function serveWithoutUpgrade(
  server: Server,
  { request, socket, head }: Upgrade,
  limit: number,
): Promise<void> {
  const isBodyApart = !request.complete || request.readableLength > 0;
  const begun = isBodyApart ? await withBody(request, limit) : [headOf(request, HOP_BY_HOP)];
  socket.unshift(Buffer.concat([...begun, head]));
  server.emit(request.socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

async function withBody(request: IncomingMessage, limit: number): Promise<readonly Buffer[]> {
  const body = await readBody(request, limit).catch(() => undefined);
  const length = `Content-Length: ${body?.length ?? limit + 1}\r\n\r\n`;
  return [headOf(request, OR_OF_THE_BODY).subarray(0, -2), Buffer.from(length), body ?? Buffer.alloc(0)];
}

function headOf(
  { method = '', url = '', httpVersion, rawHeaders }: IncomingMessage,
  without: ReadonlySet<string>,
): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!without.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
