import type { Entry } from '../store.ts';

/** A write checks each cached range, so they are few. */
const MOST = 8;

/**
 * Cache of the last ranges read that have not changed since, by prefix.
 *
 * A worked example: `/pods/` and `/jobs/` are read. A write to `/pods/a/x/` drops the range of `/pods/`. The next
 * reader of `/jobs/` gets the same array as the first.
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

  /** Drops the ranges that contain the changed key. */
  forget(key: string): void {
    for (const prefix of this.#byPrefix.keys()) if (key.startsWith(prefix)) this.#byPrefix.delete(prefix);
  }
}
