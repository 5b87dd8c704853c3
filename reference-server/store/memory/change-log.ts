import { type Change, CompactedError } from '../store.ts';

/** Limits of the history: a number of revisions, and a number of bytes as estimated by `weigh`. */
export interface HistoryBound<Value> {
  readonly revisions: number;
  readonly bytes: number;
  /** Estimated bytes of a value. */
  readonly weigh: (value: Value) => number;
}

/**
 * The last changes, oldest first. Old changes are dropped as new ones come. Revisions rise but may have gaps,
 * because a shared etcd counts the writes of others too.
 *
 * A worked example, with a bound of two:
 *
 *     append 1, 2, 5       holds 2, 5; `forgotten` is 1
 *     between(1, 4)        change 2
 *     requireAfter(1)      passes: 2 and 5 are held
 *     requireAfter(0)      CompactedError: change 1 is gone
 */
export class ChangeLog<Value> {
  readonly #bound: HistoryBound<Value>;
  /** Changes from index `#start` on are kept. Earlier ones are dropped, and cut off once they are many. */
  #changes: (Change<Value> | undefined)[] = [];
  #start = 0;
  #forgotten = 0;
  #latest = 0;
  #bytes = 0;

  constructor(bound: HistoryBound<Value>) {
    this.#bound = bound;
  }

  /** Revision of the latest change, or the start revision of the log. */
  get latest(): number {
    return this.#latest;
  }

  /** Sets the start revision, before the first change. Changes up to it are unknown. */
  beginAt(revision: number): void {
    this.#latest = revision;
    this.#forgotten = revision;
  }

  /** The change must be later than all earlier changes. */
  append(change: Change<Value>): void {
    this.#changes.push(change);
    this.#latest = change.entry.revision;
    this.#bytes += this.#bound.weigh(change.entry.value);
    while (
      this.#start < this.#changes.length &&
      (this.#bytes > this.#bound.bytes || this.#changes.length - this.#start > this.#bound.revisions)
    ) {
      this.forget(this.#changes[this.#start]?.entry.revision ?? 0);
    }
  }

  /** Changes in the interval (after, upTo]. */
  between(after: number, upTo: number): readonly Change<Value>[] {
    const changes: Change<Value>[] = [];
    for (let at = this.#indexAfter(after); at < this.#changes.length; at += 1) {
      const change = this.#changes[at];
      if (change === undefined || change.entry.revision > upTo) break;
      changes.push(change);
    }
    return changes;
  }

  /** Throws `CompactedError` unless every change after this revision is still held. */
  requireAfter(revision: number): void {
    if (revision < this.#forgotten) throw new CompactedError(revision, this.#forgotten);
  }

  /** Drops the changes up to and including this revision. */
  forget(revision: number): void {
    const upTo = Math.min(revision, this.#latest);
    const kept = this.#indexAfter(upTo);
    for (; this.#start < kept; this.#start += 1) {
      const change = this.#changes[this.#start];
      if (change !== undefined) this.#bytes -= this.#bound.weigh(change.entry.value);
      this.#changes[this.#start] = undefined;
    }
    this.#forgotten = Math.max(this.#forgotten, upTo);
    if (this.#start * 2 > this.#changes.length) {
      this.#changes = this.#changes.slice(this.#start);
      this.#start = 0;
    }
  }

  /** Index of the first kept change after this revision. */
  #indexAfter(revision: number): number {
    let low = this.#start;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes[middle]?.entry.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
