import { type Change, CompactedError, type Entry, type Range, type WatchOptions } from '../store.ts';
import { compareKeys } from '../key-order.ts';
import { ChangeLog, type HistoryBound } from './change-log.ts';
import { RecentRanges } from './recent-ranges.ts';
import { SortedKeys } from './sorted-keys.ts';
import type { News, Wake } from './topic.ts';
import { Topics } from './topics.ts';

/** A watcher gets at most this many revisions per batch, so that a long backfill does not block others. */
const BATCH = 1024;

/**
 * The in-memory state of a store: the current entries, their sorted keys, and a log of the last changes. A range at
 * a past revision is the current range with the later changes undone. The writer assigns the revisions.
 *
 * A worked example: `x` was written at 1 and 3, `y` at 2, and `z` deleted at 4. The range at 1 takes, for each key
 * changed since, the state before its first change after 1: `x` at 1, no `y`, and the old `z`.
 */
export class MemoryState<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #keys = new SortedKeys();
  readonly #log: ChangeLog<Value>;
  readonly #topics: Topics<Value>;
  readonly #ranges = new RecentRanges<Value>();
  readonly #ends = new Set<() => void>();
  #lostUpTo = 0;

  constructor(history: HistoryBound<Value>) {
    this.#log = new ChangeLog(history);
    this.#topics = new Topics(this.#log);
  }

  /** Revision of the latest change. */
  get latest(): number {
    return this.#log.latest;
  }

  /** Sets the entries at the start revision. Only before the first change. */
  begin(entries: readonly Entry<Value>[], revision: number): void {
    for (const entry of entries) {
      this.#entries.set(entry.key, entry);
      this.#keys.add(entry.key);
    }
    this.#log.beginAt(revision);
  }

  get(key: string): Entry<Value> | undefined {
    return this.#entries.get(key);
  }

  /** Entries with this prefix, in order. Throws `CompactedError`. */
  range(prefix: string, at: number = this.#log.latest): Range<Value> {
    if (at === this.#log.latest) return { entries: this.#current(prefix), revision: at };
    if (at > this.#log.latest)
      throw new RangeError(`revision ${at} is in the future; the latest is ${this.#log.latest}`);
    return { entries: this.#past(prefix, at), revision: at };
  }

  /** The revision must be later than all earlier ones. @param previous the result of `get` for this key */
  put(key: string, value: Value, revision: number, previous: Entry<Value> | undefined): Entry<Value> {
    const entry: Entry<Value> = { key, value, revision };
    this.#entries.set(key, entry);
    if (previous === undefined) this.#keys.add(key);
    this.#record({ type: 'put', entry, previous });
    return entry;
  }

  /**
   * Deletes the entry. The revision must be later than all earlier ones. @returns the last value, at the revision of
   * the delete
   */
  remove(previous: Entry<Value>, revision: number): Entry<Value> {
    const { key, value } = previous;
    const entry: Entry<Value> = { key, value, revision };
    this.#entries.delete(key);
    this.#keys.remove(key);
    this.#record({ type: 'delete', entry, previous });
    return entry;
  }

  /** See `Store.watch`. */
  async *watch(prefix: string, options: WatchOptions): AsyncGenerator<readonly Change<Value>[]> {
    if (options.signal.aborted) return;
    const topic = this.#topics.join(prefix);
    let seen = options.after;
    const life = { ended: false };
    let wake: Wake<Value> = () => undefined;
    const end = (): void => {
      life.ended = true;
      wake(undefined);
    };
    options.signal.addEventListener('abort', end, { once: true });
    this.#ends.add(end);
    const nextNews = (): Promise<News<Value> | undefined> => new Promise((resolve) => topic.wait((wake = resolve)));
    try {
      while (!life.ended) {
        const waits = this.#log.latest <= seen;
        const news = waits ? await nextNews() : undefined;
        // Only a watcher that has seen all earlier changes takes the news; any other reads the log first. The revisions
        // in between belong to other prefixes.
        if (news !== undefined && news.after >= seen) {
          if (seen < this.#lostUpTo && options.condensed !== true) throw new CompactedError(seen, this.#lostUpTo);
          seen = news.upTo;
          yield news.changes;
        }
        if (waits) continue;
        this.#log.requireAfter(seen);
        const upTo = Math.min(this.#log.latest, seen + BATCH);
        const changes = topic.between(seen, upTo);
        seen = upTo;
        if (changes.length > 0) yield changes;
      }
    } finally {
      topic.stopWaiting(wake);
      this.#topics.leave(topic);
      this.#ends.delete(end);
      options.signal.removeEventListener('abort', end);
    }
  }

  /** Drops the history up to and including this revision. */
  forget(revision: number): void {
    this.#log.forget(revision);
  }

  /** Changes up to this revision were missed, and only their net effect is recorded. No watch can begin before it. */
  lose(upTo: number): void {
    this.#log.forget(upTo);
    this.#lostUpTo = upTo;
  }

  /** Ends every watch. */
  close(): void {
    for (const end of this.#ends) end();
  }

  #record(change: Change<Value>): void {
    this.#log.append(change);
    this.#ranges.forget(change.entry.key);
    this.#topics.announce(change);
  }

  /** Returns the same array until a key under the prefix changes, so that results derived from it can be shared. */
  #current(prefix: string): readonly Entry<Value>[] {
    const known = this.#ranges.get(prefix);
    if (known !== undefined) return known;
    const entries: Entry<Value>[] = [];
    for (const key of this.#keys.withPrefix(prefix)) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) entries.push(entry);
    }
    this.#ranges.set(prefix, entries);
    return entries;
  }

  #past(prefix: string, revision: number): Entry<Value>[] {
    this.#log.requireAfter(revision);
    const before = new Map<string, Entry<Value> | undefined>();
    for (const { entry, previous } of this.#log.between(revision, this.#log.latest)) {
      if (entry.key.startsWith(prefix) && !before.has(entry.key)) before.set(entry.key, previous);
    }
    const untouched = this.#current(prefix).filter((entry) => !before.has(entry.key));
    const restored = [...before.values()].filter((entry) => entry !== undefined);
    return [...untouched, ...restored].sort((a, b) => compareKeys(a.key, b.key));
  }
}
