import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import { asksToWatch, matchPath } from '../../spec/surface/match-path.ts';
import { resourceById } from '../../spec/surface/resources.ts';
import { textOf, valueOf } from './body-text.ts';
import { CutError } from './cut-error.ts';
import type { FaultyRequest, RequestedCall, FaultyResponse, Hooks, UpstreamClient } from './fault.ts';
import { HOP_BY_HOP } from './hop-by-hop.ts';
import { passWatch } from './pass-watch.ts';
import { IDLE, reply } from './reply.ts';
import { splitTarget } from '../../shared/exchange-log/split-target.ts';
import { percentDecoded } from '../../shared/percent-decoding.ts';

export interface Injector extends AsyncDisposable {
  readonly url: string;
}

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
    await passWatch(upstreamResponse, response, faultyRequest, hooks);
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
  // The upstream does not compress: hooks read bodies.
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && name !== 'accept-encoding');
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
