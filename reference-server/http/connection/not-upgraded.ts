import type { IncomingMessage, Server } from 'node:http';
import { TLSSocket } from 'node:tls';
import { readBody } from '../body/read-body.ts';
import type { Upgrade } from '../watch/websocket-watch.ts';

/** Headers of this connection only. */
const HOP_BY_HOP = new Set(['upgrade', 'connection', 'http2-settings']);

/** Headers of this connection, and headers about the length and the expectation of a body. */
const OR_OF_THE_BODY = new Set([...HOP_BY_HOP, 'content-length', 'transfer-encoding', 'expect']);

/**
 * Serves a request for a protocol change as if it had not asked, as HTTP allows. The platform has detached its
 * socket, body included, so the request is put back in front of the remaining bytes, without the upgrade headers,
 * and the socket is attached again. Newer releases of the platform read the body as usual, and detach only the bytes
 * after it. A body beyond `limit` bytes is left out, and refused by its length.
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
