import type { ObjectOperation } from './operation.ts';
import type { Tokens } from './object-state.ts';

/** Counts how often applied operations name each version, and how often remaining mandatory operations do. */
export class TokenUse implements Tokens {
  readonly #named: readonly (readonly number[])[];
  readonly #required: readonly boolean[];
  readonly #looksAhead: boolean;
  readonly #used: Int32Array;
  readonly #wanted: Int32Array;

  /** `looksAhead`: whether versions that remaining operations need count. */
  constructor(operations: readonly ObjectOperation[], looksAhead: boolean) {
    this.#looksAhead = looksAhead;
    this.#named = operations.map(({ effect }) => tokensOf(effect));
    this.#required = operations.map(({ required }) => required);
    const size = this.#named.reduce((most, tokens) => Math.max(most, ...tokens), -1) + 1;
    this.#used = new Int32Array(size);
    this.#wanted = new Int32Array(size);
    for (let index = 0; index < operations.length; index += 1) this.#want(index, 1);
  }

  used(token: number): boolean {
    return (this.#used[token] ?? 0) > 0;
  }

  wanted(token: number): boolean {
    return this.#looksAhead && (this.#wanted[token] ?? 0) > 0;
  }

  take(index: number): void {
    this.#want(index, -1);
    this.#count(this.#used, index, 1);
  }

  giveBack(index: number): void {
    this.#count(this.#used, index, -1);
    this.#want(index, 1);
  }

  /** The result of `ask` while the operation itself does not count as remaining. */
  without<T>(index: number, ask: () => T): T {
    this.#want(index, -1);
    const found = ask();
    this.#want(index, 1);
    return found;
  }

  #want(index: number, by: number): void {
    if (this.#required[index] === true) this.#count(this.#wanted, index, by);
  }

  #count(counts: Int32Array, index: number, by: number): void {
    for (const token of this.#named[index] ?? []) counts[token] = (counts[token] ?? 0) + by;
  }
}

/** The versions that an operation shows or requires, without duplicates. */
function tokensOf(effect: ObjectOperation['effect']): readonly number[] {
  const shown = 'shown' in effect ? effect.shown?.token : undefined;
  const requires = effect.do === 'write' ? effect.requires : undefined;
  return [...new Set([shown, requires])].filter((token) => token !== undefined);
}
