/**
 * Where objects live: an ordered map from keys, each of which begins with a slash, to values, with one revision counter over all of
 * it, its history, and a watch over that history. It knows nothing of HTTP or of kinds. In memory, or in an etcd that several servers
 * share: every method is asynchronous and asks for no more than etcd v3 gives: compare-and-swap on a key's own revision, ranged reads
 * at a revision, a watch from a revision, compaction.
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
   * The same without waiting, where nobody but this process writes: what it gives still stands when who asked writes before it waits for anything.
   * Absent where others write.
   */
  getNow?(key: string): Entry<Value> | undefined;
  /**
   * The latest that is known here under a key, without asking whether it still stands: enough to begin a write with, which finds that out, and for
   * nothing else. Absent where `get` costs no more.
   */
  atHand?(key: string): Entry<Value> | undefined;
  /** Has changes of one key begin here one after the other, so that they do not cross each other. Absent where none can. Settles as `change` does. */
  inTurn?<Result>(key: string, change: () => Promise<Result>): Promise<Result>;
  /** All entries whose key starts with the prefix, in the order of `key-order.ts`, as of `at` (default now). Rejects with `CompactedError`. */
  range(prefix: string, options?: { readonly at?: number }): Promise<Range<Value>>;
  /** Writes if the key's revision is still `expect`; `absent` asks that the key is not there. */
  write(key: string, value: Value, options: WriteOptions): Promise<Written<Value>>;
  /** Removes if the key's revision is still `expect`. */
  remove(key: string, options: { readonly expect: number }): Promise<Written<Value>>;
  /**
   * Every change to keys with that prefix after revision `after`, in order, the past ones and then those to come, in batches as
   * they are at hand. Backfill and live are one cursor over one log. Ends when `signal` aborts; throws `CompactedError` when
   * `after` is older than the history kept, also later, for a reader that has fallen behind it.
   */
  watch(prefix: string, options: WatchOptions): AsyncIterable<readonly Change<Value>[]>;
  /** The revision that is current: nothing was written after it. */
  revision(): Promise<number>;
  /** The revision of the latest change that a watch of everything tells of, or at which the store began: where others write too, it may be older. */
  lastChange(): Promise<number>;
  /** Forgets the history up to and including that revision; current entries stay. */
  compact(revision: number): Promise<void>;
  close(): Promise<void>;
}

/** How many milliseconds after it was written a value is removed, unless it is written again before; `undefined`: never. */
export type Lifetime<Value> = (value: Value) => number | undefined;

export interface WriteOptions {
  readonly expect: number | 'absent';
  /** Another key that must still be at that revision; for what `atHand` gave. */
  readonly beside?: { readonly key: string; readonly revision: number };
}

export interface WatchOptions {
  readonly after: number;
  readonly signal: AbortSignal;
  /**
   * Where a store has lost a part of what others wrote: whether to go on with what has come of it, one change for each key that differs. Default
   * false: then the watch throws, as not every change can be told.
   */
  readonly condensed?: boolean;
}

export interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  /** Of the write that made this value. Grows over all keys together. */
  readonly revision: number;
}

export interface Range<Value> {
  readonly entries: readonly Entry<Value>[];
  /** The revision as of which the range holds. */
  readonly revision: number;
}

export type Written<Value> =
  | { readonly ok: true; readonly entry: Entry<Value> }
  | { readonly ok: false; readonly current: Entry<Value> | undefined };

export interface Change<Value> {
  readonly type: 'put' | 'delete';
  /** After the change; of a removal, the last value under the removal's revision. */
  readonly entry: Entry<Value>;
  /** Before the change; absent when the key was not there. */
  readonly previous: Entry<Value> | undefined;
}

/** The history up to the revision asked for is no longer kept. */
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
