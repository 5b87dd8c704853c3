import { firstIndexFrom } from '../first-index.ts';
import { findOrder } from './find-order.ts';
import { OPEN } from './object-state.ts';
import type { Contents, Operation } from './operation.ts';

/** The smallest part found of a history that contradicts itself. */
export interface Contradiction {
  /** In order of their beginning; leaving any one out, whatever it did, would leave the rest without contradiction. */
  readonly core: readonly Operation[];
  /** Those of the core that an order explains, in that order, and the one that cannot come next. */
  readonly explained: readonly Operation[];
  readonly stuck: Operation;
}

/** Configurations that one try may look at, beside two for each operation: a try that takes more has failed. */
const MOST = 2_000;
/** Configurations that all tries may look at. */
const WORK = 300_000;

/**
 * Makes a history without an order smaller, offline: leaves out looks, and takes of writes no more for granted than that they may have
 * done anything or nothing in their time, as long as there still is no order. What is left contradicts itself, whatever the others did.
 * `undefined` where the history has an order, or too many to try.
 *
 *     create, 12 patches, 9 gets, of which the 4th lacks what the 2nd patch was acknowledged for
 *       -> the 2nd patch, the patch that lost it, and that get
 */
export function contradictionIn(operations: readonly Operation[], contents: Contents): Contradiction | undefined {
  const first = findOrder(operations, contents);
  const stuck = first.verdict === 'contradiction' ? operations[first.stuck] : undefined;
  if (stuck === undefined) return undefined;
  const upTo = operations.filter(({ began }) => began < stuck.ended);
  const whole = isContradiction(upTo, contents) ? upTo : operations;
  // What is left out first decides what must stay: of a few attempts, the smallest counts.
  const small =
    [whole, whole.toReversed()]
      .map((order) => new Smaller(contents).of(order))
      .toSorted((a, b) => a.length - b.length)[0] ?? whole;
  const core = small.toSorted((a, b) => a.began - b.began);
  return placed(core, operations, contents) ?? { core, explained: [], stuck };
}

/** Takes parts out of a history, large ones first, for as long as it contradicts itself. */
class Smaller {
  readonly #contents: Contents;
  #work = WORK;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  of(operations: readonly Operation[]): readonly Operation[] {
    let kept = operations;
    for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let from = 0; from < kept.length;) {
        const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
        if (this.#holds(fewer, operations)) kept = fewer;
        else from += size;
      }
    }
    return kept;
  }

  #holds(kept: readonly Operation[], all: readonly Operation[]): boolean {
    this.#work -= mostFor(kept);
    return kept.length > 0 && this.#work >= 0 && isContradiction(withOthers(kept, all), this.#contents, true);
  }
}

function mostFor(operations: readonly Operation[]): number {
  return MOST + 2 * operations.length;
}

function isContradiction(operations: readonly Operation[], contents: Contents, open = false): boolean {
  return (
    findOrder(operations, contents, { most: mostFor(operations), ...(open ? { initial: OPEN } : {}) }).verdict ===
    'contradiction'
  );
}

/**
 * What is kept, and instead of the writes that are not, something that may have been done at any time at which one of them was under way:
 * as often between two moments at which something that is kept begins or ends as could make a difference. Writes that were over before all
 * that is kept, or began after, are left out, since nothing is taken for granted of the object at first.
 */
function withOthers(kept: readonly Operation[], all: readonly Operation[]): readonly Operation[] {
  const ids = new Set(kept.map(({ id }) => id));
  const others = all.filter(({ id, effect }) => !ids.has(id) && effect.do !== 'read' && effect.do !== 'meet');
  const underWay = counter(others);
  const met = counter(kept);
  const moments = [...new Set(kept.flatMap(({ began, ended }) => [began, ended]))].sort((a, b) => a - b);
  const anything = moments.slice(1).flatMap((ended, index) => {
    const began = moments[index] ?? 0;
    return Array.from({ length: Math.min(underWay(began, ended), met(began, ended) + 1) }, (): Operation => ({
      id: -1,
      began,
      ended,
      required: false,
      effect: { do: 'anything' },
    }));
  });
  return [...kept, ...anything];
}

/** Counts the operations that are under way at some time between two moments. */
function counter(operations: readonly Operation[]): (began: number, ended: number) => number {
  const beginnings = operations.map(({ began }) => began).sort((a, b) => a - b);
  const ends = operations.map(({ ended }) => ended).sort((a, b) => a - b);
  return (began, ended) => firstIndexFrom(beginnings, ended, (at) => at) - firstIndexFrom(ends, began, (at) => at);
}

/** How far an order explains the core by itself, by a search that goes on until an answer is wrong. */
function placed(core: readonly Operation[], all: readonly Operation[], contents: Contents): Contradiction | undefined {
  const operations = withOthers(core, all);
  const found = findOrder(operations, contents, { initial: OPEN, most: mostFor(operations), looksAhead: false });
  const stuck = found.verdict === 'contradiction' ? operations[found.stuck] : undefined;
  if (found.verdict !== 'contradiction' || stuck === undefined) return undefined;
  const explained = found.explained
    .flatMap((index) => operations[index] ?? [])
    .filter((operation) => core.includes(operation));
  return { core, explained, stuck };
}
