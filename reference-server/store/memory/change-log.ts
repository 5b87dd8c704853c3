import type { Change } from '../store.ts';
import { CompactedError } from '../store.ts';

/** How much history is kept: so many revisions, and no more than so many bytes as `weigh` estimates them. */
export interface HistoryBound<Value> {
  readonly revisions: number;
  readonly bytes: number;
  /** Estimated bytes of a value. */
  readonly weigh: (value: Value) => number;
}

/**
 * The last changes, one for each revision without a gap, oldest first. Old ones are forgotten as new ones come.
 *
 * A worked example, with a bound of two revisions:
 *
 *     append 1, 2, 3     holds 2, 3; `forgotten` is 1
 *     at(2)              change 2
 *     requireAfter(1)    fine: 2 and 3 are there
 *     requireAfter(0)    CompactedError: change 1 is gone
 */
export class ChangeLog<Value> {
  readonly #bound: HistoryBound<Value>;
  /** Changes from index `#start` on are kept; those before are forgotten and cut off once they are many. */
  #changes: (Change<Value> | undefined)[] = [];
  #start = 0;
  #forgotten = 0;
  #bytes = 0;

  constructor(bound: HistoryBound<Value>) {
    this.#bound = bound;
  }

  /** Revision of the latest change, 0 before the first. */
  get latest(): number {
    return this.#forgotten + this.#changes.length - this.#start;
  }

  /** The change of that revision must be the next one after `latest`. */
  append(change: Change<Value>): void {
    this.#changes.push(change);
    this.#bytes += this.#bound.weigh(change.entry.value);
    const tooMany = this.latest - this.#bound.revisions;
    if (tooMany > this.#forgotten) this.forget(tooMany);
    while (this.#bytes > this.#bound.bytes && this.latest > this.#forgotten) this.forget(this.#forgotten + 1);
  }

  at(revision: number): Change<Value> {
    const change = this.#changes[revision - this.#forgotten - 1 + this.#start];
    if (change === undefined) throw new RangeError(`no change ${revision} in ${this.#forgotten + 1}..${this.latest}`);
    return change;
  }

  /** Throws `CompactedError` unless every change after that revision is still here. */
  requireAfter(revision: number): void {
    if (revision < this.#forgotten) throw new CompactedError(revision, this.#forgotten);
  }

  /** Forgets the changes up to and including that revision. */
  forget(revision: number): void {
    const upTo = Math.min(revision, this.latest);
    while (this.#forgotten < upTo) {
      const change = this.#changes[this.#start];
      if (change !== undefined) this.#bytes -= this.#bound.weigh(change.entry.value);
      this.#changes[this.#start] = undefined;
      this.#start += 1;
      this.#forgotten += 1;
    }
    if (this.#start * 2 > this.#changes.length) {
      this.#changes = this.#changes.slice(this.#start);
      this.#start = 0;
    }
  }
}
