import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The response status for each error code of the platform's HTTP parser. */
const STATUS_BY_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Errors before any request get no response: over TLS it would wait for a handshake that never ends, and keep the
 * connection open.
 */
const UNHEARD: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'ERR_TLS_HANDSHAKE_TIMEOUT']);

/** A request line with a method that the platform's parser does not know. */
const UNKNOWN_METHOD = /^[-!#$%&'*+.^_`|~\dA-Za-z]+ \/[^ ]* HTTP\/1\.[01]\r\n/;

function statusOf({ code = '', rawPacket }: BrokenRequestError): number {
  if (code === 'HPE_INVALID_METHOD' && UNKNOWN_METHOD.test(rawPacket?.toString('latin1') ?? '')) return 405;
  return STATUS_BY_ERROR[code] ?? 400;
}

/** The platform's parse error. */
interface BrokenRequestError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Responds to a malformed request with one Status and hangs up: 405 for a method that the parser does not know. */
export function refuseBrokenRequest(error: BrokenRequestError, socket: Duplex): void {
  if (!socket.writable || UNHEARD.has(error.code)) {
    socket.destroy();
    return;
  }
  hangUpWith(statusOf(error), socket);
}

/** CONNECT asks for a tunnel. The platform does not pass it to request handlers. */
export function refuseTunnel(_: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  hangUpWith(405, socket);
}

function hangUpWith(code: number, socket: Duplex): void {
  const message = STATUS_CODES[code] ?? 'Bad Request';
  const why = code === 405 ? { reason: 'MethodNotAllowed', details: {} } : { reason: 'BadRequest' };
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, ...why, code };
  const body = `${JSON.stringify(status)}\n`;
  const head = `HTTP/1.1 ${code} ${message}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body, () => socket.destroy());
}
