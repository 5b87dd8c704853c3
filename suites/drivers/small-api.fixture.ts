import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parsed, syntaxOf } from '../oracle/exchanges/body.ts';
import { callOf } from '../oracle/exchanges/classify.ts';
import { isObject, type JsonObject } from '../oracle/json.ts';

/** A request that the small server received. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Responds to a request instead of the small server, or never; `undefined` leaves it to the server. */
export type Override = (
  request: SeenRequest,
) => { readonly status: number; readonly body?: unknown } | 'no response' | undefined;

interface Metadata {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[] | null;
  readonly deletionTimestamp?: string;
}

interface SmallObject {
  readonly metadata: Metadata;
}

/**
 * For tests of the drivers: enough of the API over a real socket to create, read, change, watch and delete objects.
 * Any response can be overridden. It validates nothing; the reference server is the one that obeys the document.
 */
export class SmallApi implements AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[] = [];
  /** By path of the object. */
  readonly objects = new Map<string, SmallObject>();
  override: Override = () => undefined;
  readonly #server: ReturnType<typeof createServer>;
  readonly #watches = new Set<{ readonly path: string; readonly response: ServerResponse }>();

  private constructor(server: ReturnType<typeof createServer>, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  static async start(): Promise<SmallApi> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SmallApi(server, (server.address() as AddressInfo).port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** `METHOD target` of all requests so far. */
  get log(): string[] {
    return this.seen.map(({ method, target }) => `${method} ${target}`);
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen: SeenRequest = {
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    this.seen.push(seen);
    const overridden = this.override(seen);
    if (overridden === 'no response') return;
    const { pathname, searchParams } = new URL(seen.target, this.url);
    const call = callOf(seen.method, pathname, searchParams);
    if (overridden === undefined && call?.watching === true)
      return this.#watch(pathname.replace('/watch/', '/'), response);
    const { status, body } = overridden ?? this.#act(seen, pathname, searchParams);
    response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(body === undefined ? '' : `${JSON.stringify(body)}\n`);
  }

  #act(seen: SeenRequest, path: string, query: URLSearchParams): { status: number; body: unknown } {
    const call = callOf(seen.method, path, query);
    if (call === undefined) return { status: 404, body: { kind: 'Status', code: 404 } };
    if (call.name !== undefined) return this.#actOnOne(seen, path.replace(/\/status$/, ''));
    if (seen.method === 'POST') return this.#create(seen, path);
    const matching = this.#matching(path, call.verb === 'discover', query.get('labelSelector'));
    if (seen.method === 'DELETE') for (const [at] of matching) this.#delete(at);
    const success = { kind: 'Status', status: 'Success', code: 200 };
    return {
      status: 200,
      body:
        seen.method === 'DELETE'
          ? success
          : { kind: 'List', metadata: {}, items: matching.map(([, object]) => object) },
    };
  }

  #actOnOne(seen: SeenRequest, path: string): { status: number; body: unknown } {
    const stored = this.objects.get(path);
    if (stored === undefined) return { status: 404, body: { kind: 'Status', code: 404 } };
    if (seen.method === 'PUT') this.#write(path, JSON.parse(seen.body) as SmallObject);
    if (seen.method === 'PATCH')
      this.#write(path, merged(stored as unknown as JsonObject, JSON.parse(seen.body)) as unknown as SmallObject);
    if (seen.method === 'DELETE') return this.#delete(path);
    return { status: 200, body: this.objects.get(path) ?? stored };
  }

  #create(seen: SeenRequest, collection: string): { status: number; body: unknown } {
    const object = parsed(seen.body, syntaxOf(seen.headers['content-type'])) as SmallObject | undefined;
    if (object === undefined) return { status: 400, body: { kind: 'Status', code: 400 } };
    const path = `${collection}/${object.metadata.name}`;
    if (this.objects.has(path)) return { status: 409, body: { kind: 'Status', code: 409 } };
    this.#write(path, object);
    for (const { path: watched, response } of this.#watches) {
      if (watched === collection || watched === path) response.write(`${JSON.stringify({ type: 'ADDED', object })}\n`);
    }
    return { status: 201, body: object };
  }

  /** Stores an object, unless it is terminating and its last finalizer was removed. */
  #write(path: string, object: SmallObject): void {
    const { finalizers, deletionTimestamp } = object.metadata;
    if (deletionTimestamp !== undefined && (finalizers ?? []).length === 0) this.objects.delete(path);
    else this.objects.set(path, object);
  }

  #delete(path: string): { status: number; body: unknown } {
    const stored = this.objects.get(path);
    if (stored !== undefined)
      this.#write(path, { ...stored, metadata: { ...stored.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
    return { status: 200, body: { kind: 'Status', status: 'Success', code: 200 } };
  }

  #matching(collection: string, none: boolean, selector: string | null): [string, SmallObject][] {
    const [key = '', value] = selector?.split('=') ?? [];
    return [...this.objects].filter(
      ([path, { metadata }]) =>
        !none &&
        path.slice(0, path.lastIndexOf('/')) === collection &&
        (selector === null || metadata.labels?.[key] === value),
    );
  }

  #watch(path: string, response: ServerResponse): void {
    const watch = { path, response };
    this.#watches.add(watch);
    response.on('close', () => this.#watches.delete(watch));
    response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
  }
}

function merged(target: JsonObject, patch: unknown): JsonObject {
  if (!isObject(patch)) return target;
  const changed = Object.entries(patch).map(
    ([name, value]) => [name, isObject(value) && isObject(target[name]) ? merged(target[name], value) : value] as const,
  );
  return Object.fromEntries(
    [...new Map([...Object.entries(target), ...changed])].filter(([, value]) => value !== null),
  );
}
