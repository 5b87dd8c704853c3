import type { Operation } from './operation.ts';

/**
 * The operations that have not taken effect yet, in order of their beginning: a list of which any member is taken out, and put back in
 * the reverse order, in one step. Names which are left in a few characters, since all but those near the front have been taken or not.
 */
export class UndoneList {
  readonly #operations: readonly Operation[];
  /** Indexes of the operations in order of their beginning, and where each stands in that order. */
  readonly #inOrder: Int32Array;
  readonly #place: Int32Array;
  /** By place + 1; 0 is the head, the last one the end. */
  readonly #after: Int32Array;
  readonly #before: Int32Array;
  readonly #done: Uint8Array;
  /** Operations that need not take effect, by index. */
  readonly #optional: readonly number[];
  /** How many that must take effect are left. */
  required: number;

  constructor(operations: readonly Operation[]) {
    const size = operations.length;
    this.#operations = operations;
    this.#inOrder = Int32Array.from(operations.keys()).sort((a, b) => (operations[a]?.began ?? 0) - (operations[b]?.began ?? 0));
    this.#place = new Int32Array(size);
    for (const [place, index] of this.#inOrder.entries()) this.#place[index] = place;
    this.#after = Int32Array.from({ length: size + 2 }, (_, link) => link + 1);
    this.#before = Int32Array.from({ length: size + 2 }, (_, link) => link - 1);
    this.#done = new Uint8Array(size);
    this.#optional = operations.flatMap(({ required }, index) => (required ? [] : [index]));
    this.required = size - this.#optional.length;
  }

  take(index: number): void {
    const link = (this.#place[index] ?? 0) + 1;
    const [before, after] = [this.#before[link] ?? 0, this.#after[link] ?? 0];
    this.#after[before] = after;
    this.#before[after] = before;
    this.#done[index] = 1;
    if (this.#isRequired(index)) this.required -= 1;
  }

  giveBack(index: number): void {
    const link = (this.#place[index] ?? 0) + 1;
    this.#after[this.#before[link] ?? 0] = link;
    this.#before[this.#after[link] ?? 0] = link;
    this.#done[index] = 0;
    if (this.#isRequired(index)) this.required += 1;
  }

  /** Those that may take effect next: they began before any other that must take effect ended. */
  *next(): Iterable<number> {
    let end = Number.POSITIVE_INFINITY;
    for (const index of this.#left()) {
      const operation = this.#operations[index];
      if (operation === undefined || operation.began > end) return;
      if (operation.required) end = Math.min(end, operation.ended);
      yield index;
    }
  }

  /** Of those that must take effect, the one that ended first; -1 where none is left. */
  firstToEnd(): number {
    let first = -1;
    for (const index of this.next()) {
      if (this.#isRequired(index) && (first === -1 || this.#endOf(index) < this.#endOf(first))) first = index;
    }
    return first;
  }

  /**
   * Names what is left: the place of the first that must take effect, which of those after it have been taken up to the last, and which
   * of the others have.
   */
  name(): string {
    const size = this.#operations.length;
    let first = this.#after[0] ?? 0;
    while (first <= size && !this.#isRequired(this.#inOrder[first - 1] ?? 0)) first = this.#after[first] ?? size + 1;
    const taken: number[] = [];
    for (let place = first; place < size; place += 1) {
      const index = this.#inOrder[place] ?? 0;
      if ((this.#operations[index]?.began ?? 0) > this.#endOf(this.#inOrder[first - 1] ?? 0)) break;
      if (this.#done[index] === 1 && this.#isRequired(index)) taken.push(place - first);
    }
    const others = this.#optional.filter((index) => this.#done[index] === 1);
    return `${first} ${taken.join(',')} ${others.join(',')}`;
  }

  *#left(): Iterable<number> {
    const size = this.#operations.length;
    for (let link = this.#after[0] ?? 0; link <= size; link = this.#after[link] ?? size + 1) yield this.#inOrder[link - 1] ?? 0;
  }

  #isRequired(index: number): boolean {
    return this.#operations[index]?.required === true;
  }

  #endOf(index: number): number {
    return this.#operations[index]?.ended ?? Number.POSITIVE_INFINITY;
  }
}
