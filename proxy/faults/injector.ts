import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Dispatcher } from 'undici';
import { Pool } from 'undici';
import { asksToWatch, matchPath } from '../../spec/surface/match-path.ts';
import { resourceById } from '../../spec/surface/resources.ts';
import type { Answered, Asked, AskedCall, Fault, Hooks, Upstream, WatchFrame } from './fault.ts';

export interface Injector extends AsyncDisposable {
  readonly url: string;
}

/** Headers that belong to one connection, not to the exchange (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect', 'upgrade', 'te', 'trailer']);

/** Finds the hooks for a request, and the target that is left for the upstream. */
type Routes = (target: string) => { readonly hooks: Hooks; readonly target: string } | undefined;

/** Puts one fault in front of an upstream: a server that is the upstream but for one way of going wrong. Bodies other than JSON pass unbent. */
export async function injectFault(fault: Fault, upstream: string, listen: Listen): Promise<Injector> {
  const hooks = fault.hooks();
  return serveFaults((target) => ({ hooks, target }), upstream, listen);
}

/** All faults at once, each under a base path of its own: `http://127.0.0.1:8003/stale-put-accepted` is the server that has that one. */
export async function injectEachFault(faults: readonly Fault[], upstream: string, listen: Listen): Promise<Injector> {
  const byName = new Map(faults.map((fault) => [fault.name, fault.hooks()]));
  return serveFaults((target) => {
    const end = target.indexOf('/', 1);
    const hooks = byName.get(end === -1 ? target.slice(1) : target.slice(1, end));
    return hooks === undefined ? undefined : { hooks, target: end === -1 ? '/' : target.slice(end) };
  }, upstream, listen);
}

export interface Listen {
  readonly port: number;
  readonly host: string;
}

async function serveFaults(routes: Routes, upstream: string, listen: Listen): Promise<Injector> {
  const pool = new Pool(upstream, { connections: 256, bodyTimeout: 0, headersTimeout: 0 });
  const server = createServer((request, response) => {
    const route = routes(request.url ?? '/');
    if (route === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('the first segment of the path names no fault\n');
      return;
    }
    serve(request, response, pool, route).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'content-type': 'text/plain' }).end(`the upstream ${upstream} did not answer: ${(error as Error).message}\n`);
    });
  });
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  return { url: `http://${listen.host}:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: () => close(server, pool) };
}

async function close(server: Server, pool: Pool): Promise<void> {
  server.closeAllConnections();
  server.close();
  await pool.destroy();
}

async function serve(request: IncomingMessage, response: ServerResponse, pool: Pool, { hooks, target }: { readonly hooks: Hooks; readonly target: string }): Promise<void> {
  const asked = await askedBy(request, target);
  const upstream: Upstream = {
    send: async (method, target, body, contentType = 'application/json') =>
      answeredBy(await pool.request(outgoing(method, target, { 'content-type': contentType }, body === undefined ? '' : JSON.stringify(body)))),
  };
  const own = await hooks.request?.(asked, upstream);
  if (own !== undefined) {
    reply(response, own);
    return;
  }
  const body = asked.json === undefined ? asked.raw : JSON.stringify(asked.json);
  const answer = await pool.request(outgoing(asked.method, targetOf(asked), asked.headers, body));
  if (asked.call?.watching === true && answer.statusCode === 200) {
    await pass(answer, response, asked, hooks);
    return;
  }
  const answered = await answeredBy(answer);
  await hooks.answer?.(answered, asked, upstream);
  reply(response, answered);
}

async function askedBy(request: IncomingMessage, target: string): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const { pathname, searchParams } = splitTarget(target);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const method = request.method ?? 'GET';
  return { method, path: pathname, query: searchParams, headers, json: jsonOf(raw, headers['content-type'] ?? 'application/json'), raw, call: callOf(method, pathname, searchParams) };
}

function splitTarget(target: string): { pathname: string; searchParams: URLSearchParams } {
  const mark = target.indexOf('?');
  return { pathname: mark === -1 ? target : target.slice(0, mark), searchParams: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)) };
}

function targetOf(asked: Asked): string {
  const query = asked.query.toString();
  return query === '' ? asked.path : `${asked.path}?${query}`;
}

function callOf(method: string, path: string, query: URLSearchParams): AskedCall | undefined {
  const match = matchPath(path);
  const operation = match?.operations.get(method);
  if (match === undefined || operation === undefined) return undefined;
  const watching = operation.response === 'WatchEvent' || ((operation.verb === 'list' || operation.verb === 'listAll') && asksToWatch(query));
  const resource = operation.resource === undefined ? undefined : resourceById(operation.resource);
  return { verb: operation.verb, resource, namespace: match.namespace, name: match.name, watching };
}

function outgoing(method: string, path: string, headers: Readonly<Record<string, string>>, body: string | Buffer): Dispatcher.RequestOptions {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
  return { method: method as Dispatcher.HttpMethod, path, headers: Object.fromEntries(kept), body: body.length === 0 ? null : body };
}

async function answeredBy({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answered> {
  const raw = Buffer.from(await body.arrayBuffer());
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { status: statusCode, headers: plain, json: jsonOf(raw, plain['content-type'] ?? ''), raw };
}

function jsonOf(raw: Buffer, type: string): unknown {
  if (raw.length === 0 || !type.includes('json')) return undefined;
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}

function reply(response: ServerResponse, answered: Answered): void {
  const headers = Object.fromEntries(Object.entries(answered.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
  response.writeHead(answered.status, headers);
  response.end(answered.json === undefined ? answered.raw : `${JSON.stringify(answered.json)}\n`);
}

/** Passes a watch on, frame by frame, until either side ends it. */
async function pass(answer: Dispatcher.ResponseData, response: ServerResponse, asked: Asked, hooks: Hooks): Promise<void> {
  const type = String(answer.headers['content-type'] ?? 'application/json');
  response.writeHead(answer.statusCode, { 'content-type': type });
  response.flushHeaders();
  response.on('close', () => answer.body.destroy());
  const stream = new Map<string, unknown>();
  try {
    for await (const line of linesOf(answer.body)) {
      for (const frame of bent(line, asked, hooks, stream)) {
        if (!response.write(frame)) await once(response, 'drain');
      }
    }
    response.end();
  } catch {
    response.destroy();
  }
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

function bent(line: string, asked: Asked, hooks: Hooks, stream: Map<string, unknown>): string[] {
  const frame = hooks.event === undefined ? undefined : (jsonOf(Buffer.from(line), 'json') as WatchFrame | undefined);
  if (frame === undefined || hooks.event === undefined) return [`${line}\n`];
  return hooks.event(frame, asked, stream).map((each) => `${JSON.stringify(each)}\n`);
}
