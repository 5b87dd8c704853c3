import type { Entry } from '../store.ts';

/** A write looks at each of them, so they are few. */
const MOST = 8;

/**
 * The ranges that were read last and have not changed since, by prefix.
 *
 * A worked example: `/pods/` and `/jobs/` are read; a write to `/pods/a/x/` forgets the range of `/pods/`, and the next reader of
 * `/jobs/` gets the array that the first one got.
 */
export class RecentRanges<Value> {
  readonly #byPrefix = new Map<string, readonly Entry<Value>[]>();

  get(prefix: string): readonly Entry<Value>[] | undefined {
    return this.#byPrefix.get(prefix);
  }

  set(prefix: string, entries: readonly Entry<Value>[]): void {
    const [oldest] = this.#byPrefix.keys();
    if (oldest !== undefined && this.#byPrefix.size >= MOST) this.#byPrefix.delete(oldest);
    this.#byPrefix.set(prefix, entries);
  }

  /** The key has changed. */
  forget(key: string): void {
    for (const prefix of this.#byPrefix.keys()) if (key.startsWith(prefix)) this.#byPrefix.delete(prefix);
  }
}
