import type { EtcdEvent, EtcdRange, Swapped } from './etcd-values.ts';
import { CompactedError } from '../store.ts';
import { leaseResponse, rangeResponse, swapResponse, watchResponse, type WatchResponse } from './etcd-responses.ts';
import { EtcdError } from './etcd-error.ts';
import {
  compactRequest,
  grantRequest,
  leaseRequest,
  rangeRequest,
  swapRequest,
  watchRequest,
} from './etcd-requests.ts';
import { grpcChannel } from './grpc-channel.ts';
import { GrpcError } from './grpc-error.ts';

interface SwapOptions {
  /** etcd deletes the value when this lease ends. */
  readonly lease?: string | undefined;
  /** Another key that must still be at this revision. */
  readonly unchanged?: { readonly key: string; readonly revision: number } | undefined;
}

/** The part of etcd's v3 API that the store needs, over gRPC. All methods reject with `EtcdError`. */
export interface EtcdClient {
  /**
   * Keys from `from` (inclusive) to `to` (exclusive), in order, as of `at` (default now). Rejects with
   * `CompactedError` too.
   */
  range(from: string, to: string, options: { readonly at: number; readonly limit: number }): Promise<EtcdRange>;
  /** The current revision of the whole etcd, by a linearizable read. */
  revision(): Promise<number>;
  /** Puts a value, or deletes the key if the value is undefined, if the key's revision is still `expect`. */
  swap(key: string, value: Uint8Array | undefined, expect: number | 'absent', options?: SwapOptions): Promise<Swapped>;
  /** @returns the id of a lease of this duration, or of etcd's minimum if that is longer */
  lease(seconds: number): Promise<string>;
  /** Renews a lease. @returns false if it had already expired */
  renew(lease: string): Promise<boolean>;
  /** Revokes a lease, which deletes its keys. */
  revoke(lease: string): Promise<void>;
  /**
   * All changes of all keys after this revision, in order, in batches as they arrive. An empty batch comes first,
   * when etcd has created the watch. Ends with the signal. Rejects with `CompactedError` too.
   */
  watch(after: number, signal: AbortSignal): AsyncIterable<readonly EtcdEvent[]>;
  compact(revision: number): Promise<void>;
  close(): Promise<void>;
}

const RANGE = '/etcdserverpb.KV/Range';
const TXN = '/etcdserverpb.KV/Txn';
const COMPACT = '/etcdserverpb.KV/Compact';
const WATCH = '/etcdserverpb.Watch/Watch';
const GRANT = '/etcdserverpb.Lease/LeaseGrant';
const RENEW = '/etcdserverpb.Lease/LeaseKeepAlive';
const REVOKE = '/etcdserverpb.Lease/LeaseRevoke';

/** Methods without a visible effect; they are safe to retry. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([RANGE, WATCH, GRANT]);
/** A key that never exists. Counting it makes etcd return its revision, at a cost independent of the number of keys. */
const NO_KEY = '\0';
/** etcd uses one status code for every revision out of range; the message distinguishes them. */
const COMPACTED = /compacted/;

/** A client of the etcd at this base URL, http or https. */
export function etcdClient(url: string): EtcdClient {
  const channel = grpcChannel(url);

  const ask = <Message>(path: string, request: Uint8Array, read: (message: Uint8Array) => Message): Promise<Message> =>
    channel
      .call(path, request)
      .then(read)
      .catch((error: unknown) => {
        throw etcdError(url, path, error);
      });

  return {
    async range(from, to, { at, limit }) {
      try {
        return await ask(RANGE, rangeRequest({ from, to, at, limit }), rangeResponse);
      } catch (error) {
        if (error instanceof EtcdError && COMPACTED.test(error.message)) throw new CompactedError(at, at + 1);
        throw error;
      }
    },
    async revision() {
      return (await ask(RANGE, rangeRequest({ from: NO_KEY, counted: true }), rangeResponse)).revision;
    },
    swap(key, value, expect, { lease, unchanged } = {}) {
      return ask(TXN, swapRequest({ key, value, expect, lease, unchanged }), swapResponse);
    },
    async lease(seconds) {
      return (await ask(GRANT, grantRequest(seconds), leaseResponse)).lease;
    },
    async renew(lease) {
      return (await ask(RENEW, leaseRequest(lease), leaseResponse)).seconds > 0;
    },
    async revoke(lease) {
      await ask(REVOKE, leaseRequest(lease), () => undefined);
    },
    async *watch(after, signal) {
      try {
        for await (const messages of channel.follow(WATCH, watchRequest(after + 1), signal)) {
          const responses = messages.map(watchResponse);
          for (const response of responses) requireGoesOn(url, response, after);
          if (responses.some(({ begins }) => begins)) yield [];
          const events = responses.flatMap((response) => response.events);
          if (events.length > 0) yield events;
        }
      } catch (error) {
        throw etcdError(url, WATCH, error);
      }
    },
    async compact(revision) {
      await ask(COMPACT, compactRequest(revision), () => undefined).catch((error: unknown) => {
        // Another process compacted first.
        if (!(error instanceof EtcdError && COMPACTED.test(error.message))) throw error;
      });
    },
    async close() {
      channel.close();
    },
  };
}

/** Throws if a watch has ended: `CompactedError` if its start revision is compacted. */
function requireGoesOn(url: string, { canceled, oldest }: WatchResponse, after: number): void {
  if (canceled === undefined) return;
  if (oldest !== undefined) throw new CompactedError(after, oldest);
  throw new EtcdError(`the etcd at ${url} ended the watch: ${canceled}`, true);
}

/** A call that was cut off may have taken effect, unless it was never sent. */
function etcdError(url: string, path: string, error: unknown): unknown {
  if (error instanceof EtcdError || error instanceof CompactedError) return error;
  const why = error instanceof Error ? error.message : String(error);
  if (!(error instanceof GrpcError))
    return new EtcdError(`etcd at ${url} sent an unreadable response to ${path}: ${why}`, WITHOUT_EFFECT.has(path));
  if (error.status !== undefined)
    return new EtcdError(`etcd at ${url} returned ${error.status} to ${path}: ${why}`, WITHOUT_EFFECT.has(path));
  return new EtcdError(`etcd at ${url} cannot be reached: ${why}`, WITHOUT_EFFECT.has(path) || error.isUnsent);
}
