import { firstIndexFrom } from '../values/first-index.ts';
import type { ObjectOperation } from './operation.ts';

/** Operations that last longer than this (in log positions) are checked every time, because they are few. */
const LONG = 64;

/**
 * The operations that have not taken effect yet. Mandatory operations form a linked list in order of beginning;
 * removing a member and restoring it in reverse order take one step each. Optional operations are kept apart,
 * because most of them are expired or not begun. The name of the remaining set is short, because it covers only the
 * operations near the front.
 */
export class UndoneList {
  readonly #operations: readonly ObjectOperation[];
  /** Indexes of the mandatory operations in order of beginning, and the place of each in that order. */
  readonly #inOrder: readonly number[];
  readonly #place: Int32Array;
  /** Indexed by place + 1. Index 0 is the head, the last index is the end. */
  readonly #after: Int32Array;
  readonly #before: Int32Array;
  readonly #done: Uint8Array;
  /** Indexes of the optional operations, in order of beginning: all, the long or endless ones, and the others. */
  readonly #optional: readonly number[];
  readonly #lasting: readonly number[];
  readonly #passing: readonly number[];
  /** Duration of the longest of the others. */
  readonly #longest: number;
  /** Number of remaining mandatory operations. */
  required: number;

  constructor(operations: readonly ObjectOperation[]) {
    const byBeginning = Array.from(operations.keys()).sort(
      (a, b) => (operations[a]?.began ?? 0) - (operations[b]?.began ?? 0),
    );
    this.#operations = operations;
    this.#inOrder = byBeginning.filter((index) => operations[index]?.required === true);
    const size = this.#inOrder.length;
    this.#place = new Int32Array(operations.length);
    for (const [place, index] of this.#inOrder.entries()) this.#place[index] = place;
    this.#after = Int32Array.from({ length: size + 2 }, (_, link) => link + 1);
    this.#before = Int32Array.from({ length: size + 2 }, (_, link) => link - 1);
    this.#done = new Uint8Array(operations.length);
    this.#optional = byBeginning.filter((index) => operations[index]?.required === false);
    const lasts = (index: number): boolean => this.#endOf(index) - this.#beginningOf(index) > LONG;
    this.#lasting = this.#optional.filter(lasts);
    this.#passing = this.#optional.filter((index) => !lasts(index));
    this.#longest = this.#passing.reduce(
      (longest, index) => Math.max(longest, this.#endOf(index) - this.#beginningOf(index)),
      0,
    );
    this.required = size;
  }

  take(index: number): void {
    this.#done[index] = 1;
    if (!this.#isRequired(index)) return;
    const link = (this.#place[index] ?? 0) + 1;
    const [before, after] = [this.#before[link] ?? 0, this.#after[link] ?? 0];
    this.#after[before] = after;
    this.#before[after] = before;
    this.required -= 1;
  }

  giveBack(index: number): void {
    this.#done[index] = 0;
    if (!this.#isRequired(index)) return;
    const link = (this.#place[index] ?? 0) + 1;
    this.#after[this.#before[link] ?? 0] = link;
    this.#before[this.#after[link] ?? 0] = link;
    this.required += 1;
  }

  /**
   * The operations that may take effect next, after one that began at `front`. They began before every other
   * remaining mandatory operation ended, and did not end before `front`. Optional operations come first.
   */
  next(front: number): readonly number[] {
    const must: number[] = [];
    let end = Number.POSITIVE_INFINITY;
    for (const index of this.#left()) {
      if (this.#beginningOf(index) > end) break;
      end = Math.min(end, this.#endOf(index));
      must.push(index);
    }
    const may = this.#around(front, end).filter((index) => this.#done[index] === 0);
    return [...may, ...must];
  }

  /** The remaining mandatory operation that ended first; -1 if none remains. */
  firstToEnd(): number {
    const left = this.next(Number.POSITIVE_INFINITY).filter((index) => this.#isRequired(index));
    return left.reduce((first, index) => (first === -1 || this.#endOf(index) < this.#endOf(first) ? index : first), -1);
  }

  /**
   * Names the remaining set. The name holds the place of the first remaining mandatory operation, which operations
   * that began before its end are applied, and which optional operations are. Those that ended before the front count
   * too, because their versions are used.
   */
  name(): string {
    const first = this.#after[0] ?? 0;
    const end = this.#endOf(this.#inOrder[first - 1] ?? -1);
    const taken: number[] = [];
    for (let place = first; place < this.#inOrder.length; place += 1) {
      const index = this.#inOrder[place] ?? 0;
      if (this.#beginningOf(index) > end) break;
      if (this.#done[index] === 1) taken.push(place - first);
    }
    const others = this.#optional.filter((index) => this.#done[index] === 1);
    return `${first} ${taken.join(',')} ${others.join(',')}`;
  }

  /** The optional operations that overlap `front` to `end`. */
  #around(front: number, end: number): readonly number[] {
    const found = this.#lasting.filter((index) => this.#beginningOf(index) <= end && this.#endOf(index) >= front);
    if (this.#passing.length === 0) return found;
    const from = firstIndexFrom(this.#passing, front - this.#longest, (index) => this.#beginningOf(index));
    for (let place = Math.max(0, from); place < this.#passing.length; place += 1) {
      const index = this.#passing[place] ?? 0;
      if (this.#beginningOf(index) > end) break;
      if (this.#endOf(index) >= front) found.push(index);
    }
    return found;
  }

  *#left(): Iterable<number> {
    const size = this.#inOrder.length;
    for (let link = this.#after[0] ?? 0; link <= size; link = this.#after[link] ?? size + 1)
      yield this.#inOrder[link - 1] ?? 0;
  }

  #isRequired(index: number): boolean {
    return this.#operations[index]?.required === true;
  }

  #beginningOf(index: number): number {
    return this.#operations[index]?.began ?? 0;
  }

  #endOf(index: number): number {
    return this.#operations[index]?.ended ?? Number.POSITIVE_INFINITY;
  }
}
