import { isBefore, stemOf } from '../key-order.ts';

/** Keys per block; a full block is split in two. */
const FULL = 512;

/**
 * A set of sorted keys (`key-order.ts`): a list of sorted blocks. Adding and removing cost two binary searches and a
 * shift within one block, however many keys there are. A prefix is read as one contiguous run.
 *
 * A worked example, with blocks of two:
 *
 *     add b, d, a      [[a, b], [d]]
 *     add c            [[a, b], [c, d]]
 *     remove a         [[b], [c, d]]
 *     withPrefix('')   b, c, d
 */
export class SortedKeys {
  readonly #blocks: string[][] = [];

  /** Adds a key; no effect if it is already in the set. */
  add(key: string): void {
    const isLess: IsLess = (each) => isBefore(each, key);
    const at = this.#blockFor(isLess);
    const block = this.#blocks[at];
    if (block === undefined) {
      this.#addLast(key);
      return;
    }
    const index = lowerBound(block, isLess);
    if (block[index] === key) return;
    block.splice(index, 0, key);
    if (block.length > FULL) this.#blocks.splice(at + 1, 0, block.splice(FULL / 2));
  }

  remove(key: string): void {
    const isLess: IsLess = (each) => isBefore(each, key);
    const at = this.#blockFor(isLess);
    const block = this.#blocks[at];
    if (block === undefined) return;
    const index = lowerBound(block, isLess);
    if (block[index] !== key) return;
    block.splice(index, 1);
    if (block.length === 0) this.#blocks.splice(at, 1);
  }

  /** The keys that start with the prefix, in order. The set must not change during the iteration. */
  *withPrefix(prefix: string): Generator<string> {
    // The key equal to the prefix sorts by its stem, before the others and not next to them.
    if (prefix.endsWith('/') && this.#has(prefix)) yield prefix;
    const isLess: IsLess = (each) => stemOf(each) < prefix;
    let at = this.#blockFor(isLess);
    let index = lowerBound(this.#blocks[at] ?? [], isLess);
    for (; at < this.#blocks.length; at += 1, index = 0) {
      const block = this.#blocks[at] ?? [];
      for (; index < block.length; index += 1) {
        const key = block[index];
        if (key === undefined || !key.startsWith(prefix)) return;
        yield key;
      }
    }
  }

  #has(key: string): boolean {
    const isLess: IsLess = (each) => isBefore(each, key);
    const block = this.#blocks[this.#blockFor(isLess)] ?? [];
    return block[lowerBound(block, isLess)] === key;
  }

  /** Index of the first block whose last key is not less: the only block that can hold the searched key. */
  #blockFor(isLess: IsLess): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isLess(this.#blocks[middle]?.at(-1) ?? '')) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The key sorts after all others. It goes into the last block, so that ascending keys fill blocks instead of
   * creating new ones.
   */
  #addLast(key: string): void {
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.length < FULL) last.push(key);
    else this.#blocks.push([key]);
  }
}

/** Whether a key sorts before the searched position. */
type IsLess = (key: string) => boolean;

/** Index of the first key that is not less. */
function lowerBound(sorted: readonly string[], isLess: IsLess): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isLess(sorted[middle] ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}
