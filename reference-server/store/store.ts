/**
 * The storage of objects: an ordered map from keys, each starting with a slash, to values. It has one revision
 * counter, a history, and a watch over that history. It is independent of HTTP and kinds. It lives in memory or in
 * an etcd that several servers share. Every method is asynchronous and needs only features of etcd v3:
 * compare-and-swap on a key's revision, range reads at a revision, a watch from a revision, compaction.
 *
 * A worked example:
 *
 *     write('/pods/a/x', v1, { expect: 'absent' })        -> { ok: true,  entry: { revision: 1, ... } }
 *     write('/pods/a/x', v2, { expect: 1 })               -> { ok: true,  entry: { revision: 2, ... } }
 *     write('/pods/a/x', v3, { expect: 1 })               -> { ok: false, current: { revision: 2, ... } }
 *     range('/pods/a/')                                   -> { entries: [x at 2], revision: 2 }
 *     watch('/pods/a/', { after: 1 })                     -> [{ type: 'put', entry: x at 2, previous: x at 1 }]
 */
export interface Store<Value> {
  get(key: string): Promise<Entry<Value> | undefined>;
  /**
   * All entries whose key starts with the prefix, in the order of `key-order.ts`, as of `at` (default now). Rejects
   * with `CompactedError`.
   */
  range(prefix: string, options?: { readonly at?: number }): Promise<Range<Value>>;
  /** Writes if the key's revision is still `expect`; `absent` requires that the key does not exist. */
  write(key: string, value: Value, options: WriteOptions): Promise<Written<Value>>;
  /** Deletes if the key's revision is still `expect`. */
  remove(key: string, options: { readonly expect: number }): Promise<Written<Value>>;
  /**
   * Changes an entry: calls `tryUpdate` with it and carries out the decision, until no other write comes between.
   * `tryUpdate` throws to give up, so it must throw if there is no entry. It may first get a cached entry. An error or
   * a `keep` then has no effect, and the next call gets the current entry.
   */
  guaranteedUpdate<D extends Decision<Value>>(key: string, tryUpdate: TryUpdate<Value, D>): Promise<Updated<Value, D>>;
  /**
   * Creates an entry in a scope: calls `tryCreate` with the entry of the scope and writes the result, unless the key
   * is taken. `tryCreate` throws to give up. It may first get a cached scope, as in `guaranteedUpdate`. A write that
   * relies on it holds only while the scope is unchanged.
   */
  guaranteedCreate(scope: string, tryCreate: TryCreate<Value>): Promise<Written<Value>>;
  /**
   * All changes to keys with this prefix after revision `after`, in order, in batches as they become available:
   * first past changes, then new ones. Backfill and live changes are one cursor over one log. Ends when `signal`
   * aborts. Throws `CompactedError` if `after` is older than the kept history, or later if the reader falls behind
   * it.
   */
  watch(prefix: string, options: WatchOptions): AsyncIterable<readonly Change<Value>[]>;
  /** The current revision: no write is later. */
  revision(): Promise<number>;
  /**
   * Revision of the latest change visible to a watch of all keys, or the start revision of the store. In a shared
   * etcd it may be lower than `revision()`.
   */
  lastChange(): Promise<number>;
  /** Drops the history up to and including this revision; current entries stay. */
  compact(revision: number): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds after its write at which a value expires, unless it is written again; `undefined`: never. */
export type Lifetime<Value> = (value: Value) => number | undefined;

export interface WriteOptions {
  readonly expect: number | 'absent';
}

/** The decision of an update about its entry. */
export type Decision<Value> =
  | { readonly do: 'put'; readonly value: Value }
  | { readonly do: 'remove' }
  | { readonly do: 'keep' };

/** An update that awaits nothing cannot conflict in memory. */
export type TryUpdate<Value, D extends Decision<Value>> = (current: Entry<Value> | undefined) => D | Promise<D>;

export type TryCreate<Value> = (scope: Entry<Value> | undefined) => { readonly key: string; readonly value: Value };

export interface Updated<Value, D extends Decision<Value>> {
  readonly decision: D;
  readonly before: Entry<Value>;
  /** The entry as written or kept; of a removed one, the last value at the revision of the removal. */
  readonly entry: Entry<Value>;
}

export interface WatchOptions {
  readonly after: number;
  readonly signal: AbortSignal;
  /**
   * Whether to continue after the store missed changes of other writers, with one net change per changed key.
   * Default false: the watch then throws, because changes would be missing.
   */
  readonly condensed?: boolean;
}

export interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  /** Revision of the write that made this value, from one counter for all keys. */
  readonly revision: number;
}

export interface Range<Value> {
  readonly entries: readonly Entry<Value>[];
  /** The revision of the range. */
  readonly revision: number;
}

export type Written<Value> =
  | { readonly ok: true; readonly entry: Entry<Value> }
  | { readonly ok: false; readonly current: Entry<Value> | undefined };

export interface Change<Value> {
  readonly type: 'put' | 'delete';
  /** The entry after the change; for a delete, the last value at the revision of the delete. */
  readonly entry: Entry<Value>;
  /** The entry before the change; absent if the key did not exist. */
  readonly previous: Entry<Value> | undefined;
}

/** The history up to the requested revision is no longer kept. */
export class CompactedError extends Error {
  override readonly name = 'CompactedError';
  readonly code = 'ERR_COMPACTED';
  /** The oldest revision from which a watch can still start. */
  readonly oldest: number;

  constructor(asked: number, oldest: number) {
    super(`revision ${asked} is no longer kept; the oldest is ${oldest}`);
    this.oldest = oldest;
  }
}
