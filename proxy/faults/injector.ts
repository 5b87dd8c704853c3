import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import { CORE_SCHEMA, dump, load } from 'js-yaml';
import { parsedJson } from '../../shared/json.ts';
import { lengthFrames } from '../../shared/exchange-log/stream-frames.ts';
import { asksToWatch, matchPath } from '../../spec/surface/match-path.ts';
import { resourceById } from '../../spec/surface/resources.ts';
import { CutError } from './cut-error.ts';
import type { FaultyRequest, RequestedCall, FaultyResponse, Hooks, UpstreamClient, WatchFrame } from './fault.ts';
import { splitTarget } from '../../shared/exchange-log/split-target.ts';
import { percentDecoded } from '../../shared/percent-decoding.ts';

export interface Injector extends AsyncDisposable {
  readonly url: string;
}

/** Headers that belong to one connection, not to the exchange (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'expect',
  'upgrade',
  'te',
  'trailer',
]);

/** Finds the hooks for a request, and the target for the upstream. */
type Routes = (target: string) => { readonly hooks: Hooks; readonly target: string } | undefined;

/** A fault or a variant. */
export interface Injected {
  readonly name: string;
  readonly hooks: () => Hooks;
}

/**
 * Puts one fault or variant in front of an upstream: a server that differs from the upstream in one way. Bodies
 * other than JSON are not bent.
 */
export async function injectFault(fault: Injected, upstream: string, listen: Listen): Promise<Injector> {
  const hooks = fault.hooks();
  return serveFaults((target) => ({ hooks, target }), upstream, listen);
}

/**
 * Serves many faults at once, each under its escaped name as base path: `http://127.0.0.1:8003/stale-put-accepted`
 * has that fault. A fault is created on its first request.
 */
export async function injectEachFault(
  faultNamed: (name: string) => Injected | undefined,
  upstream: string,
  listen: Listen,
): Promise<Injector> {
  const made = new Map<string, Hooks | undefined>();
  return serveFaults(
    (target) => {
      const end = target.indexOf('/', 1);
      const segment = end === -1 ? target.slice(1) : target.slice(1, end);
      if (!made.has(segment)) made.set(segment, faultNamed(percentDecoded(segment))?.hooks());
      const hooks = made.get(segment);
      return hooks === undefined ? undefined : { hooks, target: end === -1 ? '/' : target.slice(end) };
    },
    upstream,
    listen,
  );
}

export interface Listen {
  readonly port: number;
  readonly host: string;
}

async function serveFaults(routes: Routes, upstream: string, listen: Listen): Promise<Injector> {
  // As many connections as clients have requests under way: an open watch takes one, and other requests must not wait
  // for it.
  const pool = new Pool(upstream, { connections: null, bodyTimeout: 0, headersTimeout: 0 });
  const server = createServer((request, response) => {
    clearTimeout(IDLE.get(request.socket));
    const route = routes(request.url ?? '/');
    if (route === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('the first segment of the path names no fault\n');
      return;
    }
    serve(request, response, pool, route).catch((error: unknown) => {
      if (response.headersSent || error instanceof CutError) response.destroy();
      else
        response
          .writeHead(502, { 'content-type': 'text/plain' })
          .end(`the upstream ${upstream} did not respond: ${(error as Error).message}\n`);
    });
  });
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  return {
    url: `http://${listen.host}:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => close(server, pool),
  };
}

async function close(server: Server, pool: Pool): Promise<void> {
  server.closeAllConnections();
  server.close();
  await pool.destroy();
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  pool: Pool,
  { hooks, target }: { readonly hooks: Hooks; readonly target: string },
): Promise<void> {
  await hooks.connections?.admit(request.socket);
  const faultyRequest = await readRequest(request, target, hooks);
  const upstream: UpstreamClient = {
    send: async (method, target, body, contentType = 'application/json') =>
      readResponse(await pool.request(outgoing(method, target, { 'content-type': contentType }, sentAs(body)))),
  };
  const own = await hooks.request?.(faultyRequest, upstream);
  if (own !== undefined) {
    await reply(response, own, faultyRequest, hooks);
    return;
  }
  const bytes = hooks.stream?.(faultyRequest);
  if (bytes !== undefined) {
    response.writeHead(200, { 'content-type': 'application/json' });
    await pipeline(Readable.from(bytes), response);
    return;
  }
  const body =
    faultyRequest.json === undefined
      ? faultyRequest.raw
      : textOf(faultyRequest.json, faultyRequest.headers['content-type']);
  const upstreamResponse = await pool.request(
    outgoing(faultyRequest.method, targetOf(faultyRequest), faultyRequest.headers, body),
  );
  if (faultyRequest.call?.watching === true && upstreamResponse.statusCode === 200) {
    await pass(upstreamResponse, response, faultyRequest, hooks);
    return;
  }
  const faultyResponse = await readResponse(upstreamResponse, hooks);
  await hooks.response?.(faultyResponse, faultyRequest, upstream);
  await reply(response, faultyResponse, faultyRequest, hooks);
}

function sentAs(body: unknown): string | Buffer {
  if (body === undefined) return '';
  return Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

async function readRequest(request: IncomingMessage, target: string, hooks: Hooks): Promise<FaultyRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const { path, query: rawQuery } = splitTarget(target);
  const query = new URLSearchParams(rawQuery);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const method = request.method ?? 'GET';
  return {
    method,
    path,
    query,
    target,
    headers,
    spelled: new Set(request.rawHeaders.filter((_, index) => index % 2 === 0)),
    json: isDeep(raw) ? undefined : valueOf(raw, headers['content-type'] ?? 'application/json', hooks),
    raw,
    call: callOf(method, path, query),
  };
}

const DEEPEST = 500;

/** Whether a body may be nested too deeply for recursive hooks: it is forwarded unchanged. */
function isDeep(raw: Buffer): boolean {
  let depth = 0;
  for (const byte of raw) {
    if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function targetOf(request: FaultyRequest): string {
  const query = request.query.toString();
  return query === '' ? request.path : `${request.path}?${query}`;
}

function callOf(method: string, path: string, query: URLSearchParams): RequestedCall | undefined {
  const match = matchPath(path);
  const operation = match?.operations.get(method);
  if (match === undefined || operation === undefined) return undefined;
  const watching =
    operation.response === 'WatchEvent' ||
    ((operation.verb === 'list' || operation.verb === 'listAll') && asksToWatch(query));
  const resource = operation.resource === undefined ? undefined : resourceById(operation.resource);
  return { verb: operation.verb, resource, namespace: match.namespace, name: match.name, watching };
}

function outgoing(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Dispatcher.RequestOptions {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
  return {
    method: method as Dispatcher.HttpMethod,
    path,
    headers: Object.fromEntries(kept),
    body: body.length === 0 ? null : body,
  };
}

async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  hooks: Hooks = {},
): Promise<FaultyResponse> {
  const raw = Buffer.from(await body.arrayBuffer());
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { status: statusCode, headers: plain, json: valueOf(raw, plain['content-type'] ?? '', hooks), raw };
}

/** The value of a JSON body, or of a YAML body if the hooks bend those too. */
function valueOf(raw: Buffer, type: string, { yaml }: Hooks): unknown {
  if (yaml !== true || !type.includes('yaml')) return jsonOf(raw, type);
  try {
    return load(raw.toString('utf8'), { schema: CORE_SCHEMA });
  } catch {
    return undefined;
  }
}

function textOf(value: unknown, type = 'application/json', indent = 0): string {
  return type.includes('yaml')
    ? dump(value, { forceQuotes: true, quoteStyle: 'double', noRefs: true, lineWidth: -1 })
    : `${JSON.stringify(value, null, indent)}\n`;
}

function jsonOf(raw: Buffer, type: string): unknown {
  return type.includes('json') ? parsedJson(raw.toString('utf8')) : undefined;
}

async function reply(
  response: ServerResponse,
  faultyResponse: FaultyResponse,
  { query }: FaultyRequest,
  hooks: Hooks,
): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(faultyResponse.headers).filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase())),
  );
  response.writeHead(faultyResponse.status, { ...headers, ...connectionHeader(hooks) });
  if (hooks.idleMs !== undefined) closeWhenIdle(response, hooks.idleMs);
  const body =
    faultyResponse.json === undefined
      ? faultyResponse.raw
      : Buffer.from(
          textOf(faultyResponse.json, faultyResponse.headers['content-type'], query.get('pretty') === 'true' ? 2 : 0),
        );
  if (hooks.parts === undefined) {
    response.end(body);
    return;
  }
  await writeAll(response, hooks.parts(body));
  response.end();
}

/** With a `Connection` header of ours, node sends no `Keep-Alive` header, which would announce its own time limit. */
function connectionHeader({ closing, idleMs }: Hooks): { readonly connection?: string } {
  if (closing === true) return { connection: 'close' };
  return idleMs === undefined ? {} : { connection: 'keep-alive' };
}

/** Timers of the connections that are closed when they are idle. */
const IDLE = new WeakMap<Socket, NodeJS.Timeout>();

function closeWhenIdle(response: ServerResponse, ms: number): void {
  const { socket } = response;
  if (socket !== null) response.once('finish', () => IDLE.set(socket, setTimeout(() => socket.end(), ms).unref()));
}

async function writeAll(response: ServerResponse, parts: readonly (Buffer | string)[]): Promise<void> {
  for (const part of parts) {
    if (!response.write(part)) await once(response, 'drain');
  }
}

/** Bytes to keep for a slow reader before frames overflow; hooks can override it. */
const ROOM = 256 * 1024;

/** Streams that fell silent. */
const SILENT = new WeakSet<ServerResponse>();

/** Writes to a stream. If there is no room it waits, unless the hooks say otherwise. */
async function writeText(response: ServerResponse, text: string, hooks: Hooks): Promise<void> {
  const parts = partsOf(text, hooks);
  if (hooks.overflow === undefined) return writeAll(response, parts);
  const full = SILENT.has(response) || (response.socket?.writableLength ?? 0) > (hooks.room ?? ROOM);
  if (full && hooks.overflow === 'fall-silent') SILENT.add(response);
  if (!full) for (const part of parts) response.write(part);
}

/** Forwards a watch, frame by frame, until either side ends it. */
async function pass(
  upstreamResponse: Dispatcher.ResponseData,
  response: ServerResponse,
  request: FaultyRequest,
  hooks: Hooks,
): Promise<void> {
  const type = String(upstreamResponse.headers['content-type'] ?? 'application/json');
  response.writeHead(upstreamResponse.statusCode, { 'content-type': type });
  response.flushHeaders();
  hooks.began?.(request, response);
  // A client may leave while nothing reads the stream: its error would end the process.
  upstreamResponse.body.on('error', () => undefined);
  response.on('close', () => {
    upstreamResponse.body.destroy();
    if (!response.writableFinished) hooks.left?.(request);
  });
  const stream = new Map<string, unknown>();
  const lasting = hooks.lasting?.(request);
  if (lasting !== undefined) setTimeout(() => response.end(), lasting).unref();
  try {
    await writeFrames(response, (await hooks.opening?.(request)) ?? [], hooks);
    if (type.includes('protobuf')) await passFrames(upstreamResponse.body, response, hooks);
    else
      for await (const line of linesOf(upstreamResponse.body))
        await writeLine(response, line, { asked: request, hooks, stream });
    await writeFrames(response, hooks.closingFrames?.(stream) ?? [], hooks);
    response.end();
  } catch (error) {
    const cut = error instanceof CutError ? error : undefined;
    if (cut?.how === 'end-within') for (const frame of cut.last) await writeText(response, firstHalf(frame), hooks);
    else if (cut !== undefined) await writeFrames(response, cut.last, hooks);
    if (cut?.how === 'end' || cut?.how === 'end-within') {
      upstreamResponse.body.destroy();
      response.end();
    } else if (!response.writableEnded) cutAfterWriting(response);
  }
}

function firstHalf(frame: WatchFrame): string {
  const text = JSON.stringify(frame);
  return text.slice(0, text.length / 2);
}

/** Forwards a protobuf stream unchanged, except for hooks on its frames. */
async function passFrames(body: AsyncIterable<Buffer>, response: ServerResponse, { frame }: Hooks): Promise<void> {
  const frames = lengthFrames();
  for await (const chunk of body)
    await writeAll(response, frame === undefined ? [chunk] : frames.push(chunk).map(frame));
}

/** Flushes the written bytes before the connection is cut. */
function cutAfterWriting(response: ServerResponse): void {
  if (response.writableLength === 0 && (response.socket?.writableLength ?? 0) === 0) response.destroy();
  else response.write('', () => response.destroy());
}

interface HookedExchange {
  readonly asked: FaultyRequest;
  readonly hooks: Hooks;
  readonly stream: Map<string, unknown>;
}

async function writeLine(
  response: ServerResponse,
  line: string,
  { asked: request, hooks, stream }: HookedExchange,
): Promise<void> {
  const frame = hooks.event === undefined ? undefined : (jsonOf(Buffer.from(line), 'json') as WatchFrame | undefined);
  if (frame === undefined || hooks.event === undefined) await writeText(response, `${line}\n`, hooks);
  else await writeFrames(response, await hooks.event(frame, request, stream), hooks);
}

async function writeFrames(response: ServerResponse, frames: readonly WatchFrame[], hooks: Hooks): Promise<void> {
  for (const frame of frames) await writeText(response, `${JSON.stringify(frame)}\n`, hooks);
}

function partsOf(text: string, { parts }: Hooks): readonly (Buffer | string)[] {
  return parts === undefined ? [text] : parts(Buffer.from(text));
}

async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
