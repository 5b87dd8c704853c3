import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bytesOf, type HeaderPair, type LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import type { ResponseEnding, ServedResponse } from './exchange/response.ts';
import { codedBody, headersOfFile, withoutCoding } from './body-coding.ts';
import { bodyFile } from './exchange/recorded-exchange.ts';

/** Headers of the recorded connection, or that follow from the sent bytes. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'proxy-connection',
  'upgrade',
  'trailer',
]);

/** Enough to recognise a coding. */
const HEAD_BYTES = 16;

/** The destination of a response. */
export interface WaitingClient {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Ends when the client leaves or the server stops. */
  readonly gone: AbortSignal;
}

/** Sends a response. Resolves when it has ended or the client has left; rejects if a body file has changed. */
export async function sendResponse(recorded: ServedResponse, logPath: string, client: WaitingClient): Promise<void> {
  const { response, request } = client;
  response.sendDate = false;
  if (recorded.frames !== undefined) {
    head(response, recorded.status, withoutLength(withoutCoding(recorded.headers)));
    response.flushHeaders();
    for await (const frame of recorded.frames(client.gone)) await written(response, frame, client.gone);
  } else if (recorded.headers.length > 0 || recorded.ending !== 'hold')
    await sendBody(recorded, logPath, {
      ...client,
      headOnly: request.method === 'HEAD' || recorded.status === 204 || recorded.status === 304,
    });
  if (recorded.trailers !== undefined && recorded.ending === 'end')
    response.addTrailers(recorded.trailers.map(([name, value]): [string, string] => [name, value]));
  await finish(response, recorded.ending, client.gone);
}

async function sendBody(
  { status, headers, body, ending }: ServedResponse,
  logPath: string,
  { request, response, gone, headOnly }: WaitingClient & { readonly headOnly: boolean },
): Promise<void> {
  if (headOnly) return head(response, status, headers);
  if (body !== undefined && 'file' in body) {
    const honest = headersOfFile(await firstBytes(bodyFile(logPath, body.file)), headers);
    head(response, status, ending === 'end' ? withLength(honest, body.bytes) : honest);
    return sendFile(body, logPath, response, gone);
  }
  const plain = body === undefined ? Buffer.alloc(0) : (bytesOf(body) ?? Buffer.alloc(0));
  const coded = codedBody(plain, headers, String(request.headers['accept-encoding'] ?? ''));
  head(response, status, ending === 'end' ? withLength(coded.headers, coded.bytes.length) : coded.headers);
  response.flushHeaders();
  if (coded.bytes.length > 0) await written(response, coded.bytes, gone);
}

/** Streams a body file and verifies its hash on the way. */
async function sendFile(
  { file, sha256 }: Extract<LoggedBody, { readonly file: string }>,
  logPath: string,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(bodyFile(logPath, file))) {
    if (gone.aborted) return;
    hash.update(chunk as Buffer);
    await written(response, chunk as Buffer, gone);
  }
  if (hash.digest('hex') !== sha256) throw new Error(`the body file ${file} is not the one that was recorded`);
}

async function firstBytes(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

function head(response: ServerResponse, status: number, headers: readonly HeaderPair[]): void {
  const kept = headers.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()));
  response.writeHead(status, kept.flat());
}

/**
 * A recorded length is invalid if the body was decoded or its secrets replaced; a response without a length is sent
 * in chunks, as before.
 */
function withLength(headers: readonly HeaderPair[], length: number): readonly HeaderPair[] {
  return headers.map(([name, value]) => [name, name.toLowerCase() === 'content-length' ? String(length) : value]);
}

function withoutLength(headers: readonly HeaderPair[]): readonly HeaderPair[] {
  return headers.filter(([name]) => name.toLowerCase() !== 'content-length');
}

async function written(response: ServerResponse, bytes: Buffer, gone: AbortSignal): Promise<void> {
  if (gone.aborted || response.write(bytes)) return;
  await once(response, 'drain', { signal: gone }).catch(() => undefined);
}

async function finish(response: ServerResponse, ending: ResponseEnding, gone: AbortSignal): Promise<void> {
  if (ending === 'hold' && !gone.aborted)
    await new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }));
  if (ending === 'end') response.end();
  else if (ending === 'cut' && !gone.aborted) cut(response);
}

/** Flushes the written bytes before the connection is cut. */
function cut(response: ServerResponse): void {
  if (response.writableLength === 0 && (response.socket?.writableLength ?? 0) === 0) response.destroy();
  else response.write('', () => response.destroy());
}
