import type { Change, Entry, Range, Store, Written } from '../store.ts';
import type { HistoryBound } from './change-log.ts';
import { ChangeLog } from './change-log.ts';
import { RecentRanges } from './recent-ranges.ts';
import { SortedKeys } from './sorted-keys.ts';
import type { News, Wake } from './topic.ts';
import { Topics } from './topics.ts';

/** A watcher gets at most so many changes at a time, so that a long backfill leaves room for others. */
const BATCH = 1024;

/**
 * The store in memory: the current entries, their keys in order, and one log of the last changes. A range at a past revision is
 * the current one with the later changes undone.
 *
 * A worked example of that: `x` was written at 1 and 3, `y` at 2, `z` removed at 4. The range at 1 takes, for each key changed
 * since, what stood before its first change after 1: x at 1, no y, z as it was.
 */
export class MemoryStore<Value> implements Store<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #keys = new SortedKeys();
  readonly #log: ChangeLog<Value>;
  readonly #topics: Topics<Value>;
  readonly #ranges = new RecentRanges<Value>();
  readonly #ends = new Set<() => void>();

  constructor(history: HistoryBound<Value>) {
    this.#log = new ChangeLog(history);
    this.#topics = new Topics(this.#log);
  }

  async get(key: string): Promise<Entry<Value> | undefined> {
    return this.#entries.get(key);
  }

  async range(prefix: string, options: { readonly at?: number } = {}): Promise<Range<Value>> {
    const revision = options.at ?? this.#log.latest;
    if (revision === this.#log.latest) return { entries: this.#current(prefix), revision };
    if (revision > this.#log.latest) throw new RangeError(`revision ${revision} is in the future; the latest is ${this.#log.latest}`);
    return { entries: this.#past(prefix, revision), revision };
  }

  async write(key: string, value: Value, options: { readonly expect: number | 'absent' }): Promise<Written<Value>> {
    const previous = this.#entries.get(key);
    if ((previous?.revision ?? 'absent') !== options.expect) return { ok: false, current: previous };
    const entry: Entry<Value> = { key, value, revision: this.#log.latest + 1 };
    this.#entries.set(key, entry);
    if (previous === undefined) this.#keys.add(key);
    this.#record({ type: 'put', entry, previous });
    return { ok: true, entry };
  }

  async remove(key: string, options: { readonly expect: number }): Promise<Written<Value>> {
    const previous = this.#entries.get(key);
    if (previous === undefined || previous.revision !== options.expect) return { ok: false, current: previous };
    const entry: Entry<Value> = { key, value: previous.value, revision: this.#log.latest + 1 };
    this.#entries.delete(key);
    this.#keys.remove(key);
    this.#record({ type: 'delete', entry, previous });
    return { ok: true, entry };
  }

  async *watch(prefix: string, options: { readonly after: number; readonly signal: AbortSignal }): AsyncGenerator<readonly Change<Value>[]> {
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
        // News go to whoever has seen all that came before them; all up to there was other watchers' business.
        if (news !== undefined && news.after >= seen) {
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

  async revision(): Promise<number> {
    return this.#log.latest;
  }

  async compact(revision: number): Promise<void> {
    this.#log.forget(revision);
  }

  /** Ends every watch. */
  async close(): Promise<void> {
    for (const end of this.#ends) end();
  }

  #record(change: Change<Value>): void {
    this.#log.append(change);
    this.#ranges.forget(change.entry.key);
    this.#topics.announce(change);
  }

  /** The same array until something under the prefix changes, so that what is made of it can be shared. */
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
    for (let later = revision + 1; later <= this.#log.latest; later += 1) {
      const { entry, previous } = this.#log.at(later);
      if (entry.key.startsWith(prefix) && !before.has(entry.key)) before.set(entry.key, previous);
    }
    const untouched = this.#current(prefix).filter((entry) => !before.has(entry.key));
    const restored = [...before.values()].filter((entry) => entry !== undefined);
    return [...untouched, ...restored].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}
