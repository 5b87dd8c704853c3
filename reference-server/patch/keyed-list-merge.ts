import type { Json } from '../../shared/json.ts';
import { isObject, type JsonObject, memberOf } from './json-values.ts';
import { type Directive, directiveOf, PATCH_DIRECTIVE } from './merge-directives.ts';
import { PatchError } from './patch-error.ts';

/** How the entries of a list are merged. */
interface EntryMerge {
  /** The field path of the list. */
  readonly where: string;
  readonly choices: Parameters<typeof directiveOf>[2];
  /** Merges a change into an entry, or makes a new entry of it; `where` is the field path of the entry. */
  readonly merge: (entry: JsonObject | undefined, change: JsonObject, where: string) => Json;
}

/**
 * A list of objects merged by key, not yet in order, without deleted entries. Of entries with the same key the first
 * is merged.
 *
 *     [{k:1,a:1},{k:2}]  patched with  [{k:1,b:2},{k:3}]  gives  [{k:1,a:1,b:2},{k:3}]
 * Throws `PatchError` if an entry of the patch is no object or lacks the key.
 */
export function mergedKeyedList(
  old: readonly Json[],
  patch: readonly Json[],
  key: string,
  { where, choices, merge }: EntryMerge,
): Json[] {
  const changes = patch.map((entry, index) => changeOf(entry, key, `${where}[${index}]`, choices));
  const merged = changes.filter(({ directive }) => directive === 'merge');
  if (changes.some(({ directive }) => directive === 'replace'))
    return merged.map(({ change, where: at }) => merge(undefined, change, at));
  const list = [...old];
  const places = placesByKey(list, key);
  for (const { change, value, where: at } of merged) {
    const place = places.get(value) ?? list.length;
    const before = list[place];
    list[place] = merge(isObject(before) ? before : undefined, change, at);
    places.set(value, place);
  }
  return list;
}

/** The entries of a list that a patch does not delete. */
export function withoutDeleted(old: readonly Json[], patch: readonly Json[], key: string): readonly Json[] {
  const deletes = patch.filter((entry) => isObject(entry) && memberOf(entry, PATCH_DIRECTIVE) === 'delete');
  const deleted = new Set(deletes.map((entry) => keyIn(entry, key)));
  return deleted.size === 0 ? old : old.filter((entry) => !deleted.has(keyIn(entry, key)));
}

interface EntryChange {
  readonly change: JsonObject;
  /** The value of the merge key; null in an entry that replaces the list, which needs none. */
  readonly value: Json;
  readonly where: string;
  readonly directive: Directive;
}

function changeOf(entry: Json, key: string, where: string, choices: EntryMerge['choices']): EntryChange {
  if (!isObject(entry))
    throw new PatchError('undecodable', `${where} must be an object: its list is merged by key`, where);
  const { [PATCH_DIRECTIVE]: _, ...change } = entry;
  const directive = directiveOf(entry, where, choices);
  return { change, value: directive === 'replace' ? null : keyOf(change, key, where), where, directive };
}

function placesByKey(list: readonly Json[], key: string): Map<Json, number> {
  const places = new Map<Json, number>();
  for (const [index, entry] of list.entries()) {
    const value = keyIn(entry, key);
    if (value !== undefined && !places.has(value)) places.set(value, index);
  }
  return places;
}

function keyIn(entry: Json, key: string): Json | undefined {
  return isObject(entry) ? memberOf(entry, key) : undefined;
}

function keyOf(change: JsonObject, key: string, where: string): Json {
  const value = memberOf(change, key);
  if (value !== undefined && value !== null && typeof value !== 'object') return value;
  throw new PatchError('undecodable', `${where} lacks "${key}", by which entries of its list are merged`, where);
}
