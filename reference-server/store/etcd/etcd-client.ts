import type { EtcdEvent, EtcdRange, Swapped } from './etcd-values.ts';
import { CompactedError } from '../store.ts';
import type { WatchResponse } from './etcd-responses.ts';
import { leaseResponse, rangeResponse, swapResponse, watchResponse } from './etcd-responses.ts';
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

export interface SwapOptions {
  /** The value is there for as long as this lease lasts. */
  readonly lease?: string | undefined;
  /** Another key that must still be at that revision. */
  readonly beside?: { readonly key: string; readonly revision: number } | undefined;
}

/** The least of the v3 API of etcd that a store needs, over gRPC. All of it rejects with `EtcdError`. */
export interface EtcdClient {
  /** Keys from `from` up to, and without, `to`, in order, as of `at` (default now). Rejects with `CompactedError` too. */
  range(from: string, to: string, options: { readonly at: number; readonly limit: number }): Promise<EtcdRange>;
  /** The revision that the etcd as a whole has reached: never older than what anybody was told before. */
  revision(): Promise<number>;
  /** Puts a value, or removes the key where there is none, if the key's revision is still `expect`. */
  swap(key: string, value: Uint8Array | undefined, expect: number | 'absent', options?: SwapOptions): Promise<Swapped>;
  /** @returns the id of a lease of so many seconds, or of as many as the etcd gives at least */
  lease(seconds: number): Promise<string>;
  /** Has a lease begin anew. @returns whether it was not over yet */
  renew(lease: string): Promise<boolean>;
  /** Ends a lease, and with it the keys under it. */
  revoke(lease: string): Promise<void>;
  /** Every change of every key after that revision, in order, as many at a time as have come; an empty one first, when the etcd has begun. Ends with the signal. Rejects with `CompactedError` too. */
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

/** Methods that change nothing that anybody is shown. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([RANGE, WATCH, GRANT]);
/** Some key that is never there: counting it makes an etcd say how far it is, and costs the same however many keys there are. */
const NO_KEY = '\0';
/** The code by which an etcd says that a revision is out of range; the message says in which way. */
const COMPACTED = /compacted/;

/** A client of the etcd at that base URL, http or https. */
export function etcdClient(url: string): EtcdClient {
  const channel = grpcChannel(url);

  const ask = <Answer>(path: string, request: Uint8Array, read: (message: Uint8Array) => Answer): Promise<Answer> =>
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
    swap(key, value, expect, { lease, beside } = {}) {
      return ask(TXN, swapRequest({ key, value, expect, lease, beside }), swapResponse);
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
          const answers = messages.map(watchResponse);
          for (const response of answers) requireGoesOn(url, response, after);
          if (answers.some(({ begins }) => begins)) yield [];
          const events = answers.flatMap((response) => response.events);
          if (events.length > 0) yield events;
        }
      } catch (error) {
        throw etcdError(url, WATCH, error);
      }
    },
    async compact(revision) {
      await ask(COMPACT, compactRequest(revision), () => undefined).catch((error: unknown) => {
        // Somebody else was first.
        if (!(error instanceof EtcdError && COMPACTED.test(error.message))) throw error;
      });
    },
    async close() {
      channel.close();
    },
  };
}

/** Throws when a watch has ended, `CompactedError` where that is for what it asked for. */
function requireGoesOn(url: string, { canceled, oldest }: WatchResponse, after: number): void {
  if (canceled === undefined) return;
  if (oldest !== undefined) throw new CompactedError(after, oldest);
  throw new EtcdError(`the etcd at ${url} ended the watch: ${canceled}`, true);
}

/** What was cut off may have been done, unless it was never sent. */
function etcdError(url: string, path: string, error: unknown): unknown {
  if (error instanceof EtcdError || error instanceof CompactedError) return error;
  const why = error instanceof Error ? error.message : String(error);
  if (!(error instanceof GrpcError))
    return new EtcdError(`etcd at ${url} answered what cannot be read to ${path}: ${why}`, WITHOUT_EFFECT.has(path));
  if (error.status !== undefined)
    return new EtcdError(`etcd at ${url} answered ${error.status} to ${path}: ${why}`, WITHOUT_EFFECT.has(path));
  return new EtcdError(`etcd at ${url} cannot be reached: ${why}`, WITHOUT_EFFECT.has(path) || error.isUnsent);
}
