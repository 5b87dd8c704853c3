import type { Dispatcher, Pool } from 'undici';
import { CompactedError } from '../store.ts';
import { EtcdError } from './etcd-error.ts';
import { jsonLines } from './json-lines.ts';

/** One key as it stands in an etcd. */
export interface KeyValue {
  readonly key: string;
  readonly value: string;
  /** Of the write that made the value; in all of the etcd there is one counter. */
  readonly revision: number;
}

export interface EtcdRange {
  readonly found: readonly KeyValue[];
  /** Of the whole etcd, as it was then. */
  readonly revision: number;
  /** Whether there is more than was asked for. */
  readonly more: boolean;
}

export interface EtcdEvent {
  readonly type: 'put' | 'delete';
  /** Of a removal: without value, under the removal's revision. */
  readonly at: KeyValue;
}

export type Swapped = { readonly ok: true; readonly revision: number } | { readonly ok: false; readonly current: KeyValue | undefined };

export interface SwapOptions {
  /** The value is there for as long as this lease lasts. */
  readonly lease?: string | undefined;
  /** Another key that must still be at that revision. */
  readonly beside?: { readonly key: string; readonly revision: number } | undefined;
}

/** The least of the v3 API of etcd that a store needs, over its JSON gateway. All of it rejects with `EtcdError`. */
export interface EtcdClient {
  /** Keys from `from` up to, and without, `to`, in order, as of `at` (default now). Rejects with `CompactedError` too. */
  range(from: string, to: string, options: { readonly at: number; readonly limit: number }): Promise<EtcdRange>;
  /** The revision that the etcd as a whole has reached: never older than what anybody was told before. */
  revision(): Promise<number>;
  /** Puts a value, or removes the key where there is none, if the key's revision is still `expect`. */
  swap(key: string, value: string | undefined, expect: number | 'absent', options?: SwapOptions): Promise<Swapped>;
  /** @returns the id of a lease of so many seconds, or of as many as the etcd gives at least */
  lease(seconds: number): Promise<string>;
  /** Has a lease begin anew. @returns whether it was not over yet */
  renew(lease: string): Promise<boolean>;
  /** Ends a lease, and with it the keys under it. */
  revoke(lease: string): Promise<void>;
  /** Every change of every key after that revision, in order, in messages as they come. Ends with the signal. Rejects with `CompactedError` too. */
  watch(after: number, signal: AbortSignal): AsyncIterable<readonly EtcdEvent[]>;
  compact(revision: number): Promise<void>;
  close(): Promise<void>;
}

const CONNECTIONS = 64;
const ANSWER_MS = 10_000;
/** The one path of those that are called that changes nothing. */
const READ = '/v3/kv/range';
/** As both ends of a range: all keys there are. */
const ALL = '\0';
/** The code by which the gateway says that a revision is out of range; the message says in which way. */
const COMPACTED = /compacted/;

/** A client of the etcd at that base URL. */
export function etcdClient(url: string): EtcdClient {
  const pools = poolsOf(url);

  async function ask<Answer>(path: string, body: object): Promise<Answer> {
    const answered = await send((await pools).calls, url, path, body);
    const text = await answered.body.text().catch((error: unknown) => unreachable(url, error, path));
    if (answered.statusCode === 200) return JSON.parse(text) as Answer;
    throw new EtcdError(`etcd at ${url} answered ${answered.statusCode} to ${path}: ${text.slice(0, 200)}`, path === READ);
  }

  return {
    async range(from, to, { at, limit }) {
      try {
        return rangeOf(await ask<RangeAnswer>(READ, { key: base64(from), range_end: base64(to), revision: String(at), limit: String(limit) }));
      } catch (error) {
        if (error instanceof EtcdError && COMPACTED.test(error.message)) throw new CompactedError(at, at + 1);
        throw error;
      }
    },
    async revision() {
      return Number((await ask<RangeAnswer>(READ, { key: base64(ALL), count_only: true })).header.revision);
    },
    async swap(key, value, expect, { lease, beside } = {}) {
      const name = base64(key);
      const compare = [expect === 'absent' ? { key: name, target: 'CREATE', create_revision: '0' } : standsAt(key, expect), ...(beside === undefined ? [] : [standsAt(beside.key, beside.revision)])];
      const change = value === undefined ? { request_delete_range: { key: name } } : { request_put: { key: name, value: base64(value), ...(lease === undefined ? {} : { lease }) } };
      const answer = await ask<SwapAnswer>('/v3/kv/txn', { compare, success: [change], failure: [{ request_range: { key: name } }] });
      if (answer.succeeded === true) return { ok: true, revision: Number(answer.header.revision) };
      const [current] = answer.responses?.[0]?.response_range?.kvs ?? [];
      return { ok: false, current: current === undefined ? undefined : keyValueOf(current) };
    },
    async lease(seconds) {
      return (await ask<{ readonly ID: string }>('/v3/lease/grant', { TTL: String(seconds) })).ID;
    },
    async renew(lease) {
      return Number((await ask<{ readonly result?: { readonly TTL?: string } }>('/v3/lease/keepalive', { ID: lease })).result?.TTL ?? 0) > 0;
    },
    async revoke(lease) {
      await ask('/v3/lease/revoke', { ID: lease });
    },
    async *watch(after, signal) {
      const wanted = { create_request: { key: base64(ALL), range_end: base64(ALL), start_revision: String(after + 1), fragment: true } };
      const { body } = await send((await pools).streams, url, '/v3/watch', wanted, signal);
      for await (const line of linesOf(body, url)) {
        const { error, result } = line as WatchLine;
        if (result === undefined) throw new EtcdError(`the watch of the etcd at ${url} ended: ${JSON.stringify(error)}`);
        if (result.canceled === true && result.compact_revision !== undefined) throw new CompactedError(after, Number(result.compact_revision));
        if (result.canceled === true) throw new EtcdError(`the etcd at ${url} ended the watch: ${result.cancel_reason ?? 'without a reason'}`);
        if (result.events !== undefined) yield result.events.map((event) => ({ type: event.type === 'DELETE' ? 'delete' : 'put', at: keyValueOf(event.kv) }));
      }
    },
    async compact(revision) {
      await ask('/v3/kv/compaction', { revision: String(revision) }).catch((error: unknown) => {
        // Somebody else was first.
        if (!(error instanceof EtcdError && COMPACTED.test(error.message))) throw error;
      });
    },
    async close() {
      const { calls, streams } = await pools;
      await Promise.all([calls.destroy(), streams.destroy()]);
    },
  };
}

/** Loaded here alone: it would be half of the time that a server in memory takes to start. */
async function poolsOf(url: string): Promise<{ readonly calls: Pool; readonly streams: Pool }> {
  const undici = await import('undici');
  return {
    calls: new undici.Pool(url, { connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS }),
    streams: new undici.Pool(url, { connections: 1, headersTimeout: ANSWER_MS, bodyTimeout: 0 }),
  };
}

interface Header {
  readonly revision: string;
}

interface EncodedKeyValue {
  readonly key: string;
  readonly value?: string;
  readonly mod_revision: string;
}

interface RangeAnswer {
  readonly header: Header;
  readonly kvs?: readonly EncodedKeyValue[];
  readonly more?: boolean;
}

interface SwapAnswer {
  readonly header: Header;
  readonly succeeded?: boolean;
  readonly responses?: readonly { readonly response_range?: { readonly kvs?: readonly EncodedKeyValue[] } }[];
}

interface WatchLine {
  readonly error?: unknown;
  readonly result?: {
    readonly canceled?: boolean;
    readonly cancel_reason?: string;
    readonly compact_revision?: string;
    readonly events?: readonly { readonly type?: string; readonly kv: EncodedKeyValue }[];
  };
}

async function send(pool: Pool, url: string, path: string, body: object, signal?: AbortSignal): Promise<Dispatcher.ResponseData> {
  const headers = { 'content-type': 'application/json' };
  try {
    return await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body), signal: signal ?? null });
  } catch (error) {
    return unreachable(url, error, path);
  }
}

async function* linesOf(body: AsyncIterable<Buffer>, url: string): AsyncGenerator<unknown> {
  try {
    yield* jsonLines(body);
  } catch (error) {
    unreachable(url, error, READ);
  }
}

/** What was cut off may have been done, unless there was nobody to take it. */
function unreachable(url: string, error: unknown, path: string): never {
  const nobodyListens = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  throw new EtcdError(`etcd at ${url} cannot be reached: ${error instanceof Error ? error.message : String(error)}`, path === READ || nobodyListens);
}

function standsAt(key: string, revision: number): object {
  return { key: base64(key), target: 'MOD', mod_revision: String(revision) };
}

function rangeOf({ header, kvs = [], more = false }: RangeAnswer): EtcdRange {
  return { found: kvs.map(keyValueOf), revision: Number(header.revision), more };
}

function keyValueOf({ key, value = '', mod_revision: revision }: EncodedKeyValue): KeyValue {
  return { key: Buffer.from(key, 'base64').toString(), value: Buffer.from(value, 'base64').toString(), revision: Number(revision) };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
