import type { Rule } from '../rules/rule.ts';

/** `--runs` of a whole look: with so many cases a rule or more, each is judged on every operation that it covers, however many they are. */
export const WHOLE_LOOK = 30;

/** `Rule.least` of a rule that does not say. */
const LEAST = 3;

/**
 * The number of operations on which a run judges a rule: all of them in a whole look and for a sweep, else at most as many as the
 * rule has cases.
 */
export function operationsLookedAt(rule: Rule, operations: number, runs: number): number {
  return runs >= WHOLE_LOOK || rule.sweep === true ? operations : Math.min(operations, runs);
}

/**
 * How many cases one operation of a rule gets. `runs` cases are spread over the operations that are judged, but none gets fewer than
 * three, scaled down with `runs` for a quick look. A rule whose cases are slow says itself how many it gets; a sweep gets one.
 *
 *     100 runs, 12 operations -> 9 each;   10 runs, 12 operations -> 1 each;   100 runs, 60 operations -> 3 each
 */
export function casesPerOperation(rule: Rule, operations: number, runs: number): number {
  if (rule.sweep === true) return 1;
  const share = Math.ceil(runs / Math.max(1, operations));
  const least = leastOf(rule, runs);
  return rule.least === undefined ? Math.max(share, least) : least;
}

/**
 * In how many cases a rule must really have been applied to an operation for its verdict to be more than luck: its `least`, scaled down
 * with `runs` for a quick look, however many more were wanted. Where a control loop has to act first, one case is enough: it may be slow.
 */
export function casesNeeded(rule: Rule, runs: number): number {
  return rule.loop === undefined && rule.sweep === undefined ? Math.max(1, leastOf(rule, runs)) : 1;
}

function leastOf({ least = LEAST }: Rule, runs: number): number {
  return Math.ceil((least * Math.min(runs, 100)) / 100);
}

/** The same things in an order that only the seed decides: rules that wait stand among rules that work. */
export function shuffled<T>(things: readonly T[], seed: number, name: (thing: T) => string): T[] {
  return things
    .map((thing) => ({ thing, rank: seedFor(seed, 'order', name(thing)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
}

/** A seed of its own for each rule and operation, so that selecting fewer rules does not change their cases. 32 bits, FNV-1a. */
export function seedFor(seed: number, rule: string, operation: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of `${rule}\n${operation}`) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}
