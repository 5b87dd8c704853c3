import { firstIndexFrom } from '../values/first-index.ts';
import { findOrder } from './find-order.ts';
import { OPEN } from './object-state.ts';
import type { Contents, ObjectOperation } from './operation.ts';

/** The smallest contradictory part found in a history. */
export interface Contradiction {
  /** Sorted by beginning. Without any one of these operations, the rest is linearizable. */
  readonly core: readonly ObjectOperation[];
  /** The operations of the core that an order explains, in that order, and the operation that cannot come next. */
  readonly explained: readonly ObjectOperation[];
  readonly stuck: ObjectOperation;
}

/** Configurations that one attempt may visit, plus two per operation. An attempt that exceeds this fails. */
const MOST = 2_000;
/** Configurations that all attempts together may visit. */
const WORK = 300_000;

/**
 * Shrinks a history that is not linearizable, offline. It drops reads, and weakens writes to "may have done anything
 * or nothing in their time", while the rest stays contradictory. The result contradicts itself regardless of the
 * dropped operations. `undefined` if the history is linearizable or the search gives up.
 *
 *     create, 12 patches, 9 gets, of which the 4th lacks what the 2nd patch was acknowledged for
 *       -> the 2nd patch, the patch that lost it, and that get
 */
export function contradictionIn(operations: readonly ObjectOperation[], contents: Contents): Contradiction | undefined {
  const first = findOrder(operations, contents);
  const stuck = first.verdict === 'contradiction' ? operations[first.stuck] : undefined;
  if (stuck === undefined) return undefined;
  const upTo = operations.filter(({ began }) => began < stuck.ended);
  const whole = isContradiction(upTo, contents) ? upTo : operations;
  // The order of dropping decides the result, so keep the smallest of a few attempts.
  const small =
    [whole, whole.toReversed()]
      .map((order) => new Smaller(contents).of(order))
      .toSorted((a, b) => a.length - b.length)[0] ?? whole;
  const core = small.toSorted((a, b) => a.began - b.began);
  return placed(core, operations, contents) ?? { core, explained: [], stuck };
}

/** Drops parts of a history, large ones first, while the rest stays contradictory. */
class Smaller {
  readonly #contents: Contents;
  #work = WORK;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  of(operations: readonly ObjectOperation[]): readonly ObjectOperation[] {
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

  #holds(kept: readonly ObjectOperation[], all: readonly ObjectOperation[]): boolean {
    this.#work -= mostFor(kept);
    return kept.length > 0 && this.#work >= 0 && isContradiction(withOthers(kept, all), this.#contents, true);
  }
}

function mostFor(operations: readonly ObjectOperation[]): number {
  return MOST + 2 * operations.length;
}

function isContradiction(operations: readonly ObjectOperation[], contents: Contents, open = false): boolean {
  return (
    findOrder(operations, contents, { most: mostFor(operations), ...(open ? { initial: OPEN } : {}) }).verdict ===
    'contradiction'
  );
}

/**
 * The kept operations, and `anything` operations in place of the dropped writes. There are as many of these between
 * two moments at which a kept operation begins or ends as could make a difference. Writes that ended before all kept
 * operations, or began after them, are dropped entirely, because the initial state is unknown anyway.
 */
function withOthers(kept: readonly ObjectOperation[], all: readonly ObjectOperation[]): readonly ObjectOperation[] {
  const ids = new Set(kept.map(({ id }) => id));
  const others = all.filter(({ id, effect }) => !ids.has(id) && effect.do !== 'read' && effect.do !== 'meet');
  const underWay = counter(others);
  const met = counter(kept);
  const moments = [...new Set(kept.flatMap(({ began, ended }) => [began, ended]))].sort((a, b) => a - b);
  const anything = moments.slice(1).flatMap((ended, index) => {
    const began = moments[index] ?? 0;
    return Array.from({ length: Math.min(underWay(began, ended), met(began, ended) + 1) }, (): ObjectOperation => ({
      id: -1,
      began,
      ended,
      required: false,
      effect: { do: 'anything' },
    }));
  });
  return [...kept, ...anything];
}

/** Counts the operations that are in progress at some time between two moments. */
function counter(operations: readonly ObjectOperation[]): (began: number, ended: number) => number {
  const beginnings = operations.map(({ began }) => began).sort((a, b) => a - b);
  const ends = operations.map(({ ended }) => ended).sort((a, b) => a - b);
  return (began, ended) => firstIndexFrom(beginnings, ended, (at) => at) - firstIndexFrom(ends, began, (at) => at);
}

/**
 * How far an order explains the core by itself. The search runs without look-ahead, so that it stops at the first
 * wrong response.
 */
function placed(
  core: readonly ObjectOperation[],
  all: readonly ObjectOperation[],
  contents: Contents,
): Contradiction | undefined {
  const operations = withOthers(core, all);
  const found = findOrder(operations, contents, { initial: OPEN, most: mostFor(operations), looksAhead: false });
  const stuck = found.verdict === 'contradiction' ? operations[found.stuck] : undefined;
  if (found.verdict !== 'contradiction' || stuck === undefined) return undefined;
  const explained = found.explained
    .flatMap((index) => operations[index] ?? [])
    .filter((operation) => core.includes(operation));
  return { core, explained, stuck };
}
