import type { Json } from '../../shared/json.ts';
import { isObject, memberOf } from './json-values.ts';
import { PATCH_DIRECTIVE } from './merge-directives.ts';
import { PatchError } from './patch-error.ts';

export interface Ordering {
  /** The list after merging. */
  readonly list: readonly Json[];
  /** The list before. */
  readonly old: readonly Json[];
  /** The list in the patch. */
  readonly sent: readonly Json[];
  /** Entries by key, or primitives, in the requested order; entries that only the server has may be missing. */
  readonly wanted: readonly Json[];
  /** Absent for a list of primitives. */
  readonly mergeKey: string | undefined;
  /** Field path of the list, for messages. */
  readonly where: string;
}

/**
 * A merged list in the order of the patch, or in that of `$setElementOrder`. Entries without a place in it stay
 * where they were relative to the others.
 *
 *     old [a, x, b], merged [c, a, x, b], wanted [b, a, c]  gives  [x, b, a, c]: x stood before b
 * Throws `PatchError` if the order contradicts that of the patch list itself.
 */
export function inElementOrder({ list, old, sent, wanted, mergeKey, where }: Ordering): Json[] {
  const keyOf = (entry: Json): Json =>
    isObject(entry) && mergeKey !== undefined ? (memberOf(entry, mergeKey) ?? null) : entry;
  const order = wanted.map(keyOf);
  const ranks = firstIndexes(order);
  requireSameOrder(withoutDirectives(sent).map(keyOf), order, where);
  const places = firstIndexes(old.map(keyOf));
  const sortedBy = (indexes: ReadonlyMap<Json, number>, entries: readonly Json[]): Json[] =>
    [...entries].sort((a, b) => (indexes.get(keyOf(a)) ?? Infinity) - (indexes.get(keyOf(b)) ?? Infinity) || 0);
  const named = list.filter((entry) => ranks.has(keyOf(entry)));
  const unnamed = list.filter((entry) => !ranks.has(keyOf(entry)));
  return interleaved(sortedBy(ranks, named), sortedBy(places, unnamed), places, keyOf);
}

/** The entries of a patch list that stay in the list. */
export function withoutDirectives(patch: readonly Json[]): readonly Json[] {
  return patch.filter((entry) => !isObject(entry) || !Object.hasOwn(entry, PATCH_DIRECTIVE));
}

function firstIndexes(keys: readonly Json[]): Map<Json, number> {
  const indexes = new Map<Json, number>();
  for (const [index, key] of keys.entries()) if (!indexes.has(key)) indexes.set(key, index);
  return indexes;
}

/** An order list without entries contradicts nothing. */
function requireSameOrder(keys: readonly Json[], order: readonly Json[], where: string): void {
  if (order.length === 0) return;
  let from = 0;
  for (const key of keys) {
    const found = order.indexOf(key, from);
    if (found < 0)
      throw new PatchError(
        'undecodable',
        `the element order of ${where} contradicts the patch list at ${JSON.stringify(key)}`,
        where,
      );
    from = found + 1;
  }
}

/** Each unnamed entry comes before the first named one that stood after it; the two lists keep their own orders. */
function interleaved(
  named: readonly Json[],
  unnamed: readonly Json[],
  before: ReadonlyMap<Json, number>,
  keyOf: (entry: Json) => Json,
): Json[] {
  const result: Json[] = [];
  let next = 0;
  const stoodBefore = (place: number): boolean =>
    next < unnamed.length && (before.get(keyOf(unnamed[next] ?? null)) ?? Infinity) < place;
  for (const entry of named) {
    const place = before.get(keyOf(entry)) ?? -1;
    while (stoodBefore(place)) {
      result.push(unnamed[next] ?? null);
      next += 1;
    }
    result.push(entry);
  }
  return [...result, ...unnamed.slice(next)];
}
