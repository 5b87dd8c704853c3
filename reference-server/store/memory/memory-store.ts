import type { Change, Entry, Range, Store, Written } from '../store.ts';
import type { HistoryBound } from './change-log.ts';
import { ChangeLog } from './change-log.ts';
import { SortedKeys } from './sorted-keys.ts';
import type { Topic } from './topic.ts';
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
  readonly #watches = new Set<AbortController>();

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
    const end = new AbortController();
    const { signal } = end;
    const abort = (): void => end.abort();
    if (options.signal.aborted) return;
    options.signal.addEventListener('abort', abort, { once: true });
    this.#watches.add(end);
    const topic = this.#topics.join(prefix);
    let seen = options.after;
    try {
      while (!signal.aborted) {
        if (this.#log.latest <= seen) {
          // All up to the change that ends the wait is other watchers' business, so the cursor steps over it.
          seen = Math.max(seen, (await nextRevision(topic, signal)) - 1);
          continue;
        }
        this.#log.requireAfter(seen);
        const upTo = Math.min(this.#log.latest, seen + BATCH);
        const changes = topic.between(seen, upTo);
        seen = upTo;
        if (changes.length > 0) yield changes;
      }
    } finally {
      this.#topics.leave(topic);
      this.#watches.delete(end);
      options.signal.removeEventListener('abort', abort);
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
    for (const end of this.#watches) end.abort();
  }

  #record(change: Change<Value>): void {
    this.#log.append(change);
    this.#topics.announce(change.entry.key, change.entry.revision);
  }

  #current(prefix: string): Entry<Value>[] {
    const entries: Entry<Value>[] = [];
    for (const key of this.#keys.withPrefix(prefix)) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) entries.push(entry);
    }
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

/** The revision of the next change under the topic's prefix; 0 if the signal aborts first. */
function nextRevision<Value>(topic: Topic<Value>, signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const wake = (revision: number): void => {
      signal.removeEventListener('abort', stop);
      resolve(revision);
    };
    const stop = (): void => {
      topic.stopWaiting(wake);
      resolve(0);
    };
    signal.addEventListener('abort', stop, { once: true });
    topic.wait(wake);
  });
}
