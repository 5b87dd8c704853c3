import { needsControllers } from '../rules/needs.ts';
import type { Rule } from '../rules/rule.ts';

/** The value of `--runs` from which a run is complete: every rule is judged on every operation that it covers. */
export const WHOLE_LOOK = 30;

/** Default of `Rule.least`. */
const LEAST = 3;

/**
 * The number of operations on which a run judges a rule: all of them in a complete run and for a sweep, else at most
 * as many as the rule has cases.
 */
export function operationsLookedAt(rule: Rule, operations: number, runs: number): number {
  return runs >= WHOLE_LOOK || rule.sweep === true ? operations : Math.min(operations, runs);
}

/**
 * The number of cases per operation of a rule. `runs` cases are spread over the judged operations, with a minimum of
 * three each, scaled down with `runs` for a quick run. A rule with slow cases states its own number; a sweep has
 * one.
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
 * The number of cases in which a rule must apply to an operation before its verdict counts: its `least`, scaled down
 * with `runs` for a quick run. If a controller has to act first, one case is enough, because controllers may be
 * slow.
 */
export function casesNeeded(rule: Rule, runs: number): number {
  return !needsControllers(rule) && rule.sweep === undefined ? Math.max(1, leastOf(rule, runs)) : 1;
}

function leastOf({ least = LEAST }: Rule, runs: number): number {
  return Math.ceil((least * Math.min(runs, 100)) / 100);
}

/** Shuffles by the seed alone, so that rules that wait are interleaved with rules that work. */
export function shuffled<T>(things: readonly T[], seed: number, name: (thing: T) => string): T[] {
  return things
    .map((thing) => ({ thing, rank: seedFor(seed, 'order', name(thing)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
}

/** A seed per rule and operation, so that selecting fewer rules does not change their cases. 32 bits, FNV-1a. */
export function seedFor(seed: number, rule: string, operation: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of `${rule}\n${operation}`) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}
