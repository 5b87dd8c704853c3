import type { Json } from '../resources/api-object.ts';
import type { JsonObject } from './json-values.ts';
import { isObject, memberOf } from './json-values.ts';
import { PATCH_DIRECTIVE, directiveOf } from './merge-directives.ts';
import { PatchError } from './patch-error.ts';

/** How the entries of a list are merged. */
interface EntryMerge {
  /** The field path of the list. */
  readonly where: string;
  readonly answers: Parameters<typeof directiveOf>[2];
  /** Merges a change into an entry; `where` is the field path of the entry. */
  readonly merge: (entry: JsonObject, change: JsonObject, where: string) => Json;
}

/**
 * A list of objects merged by key, not yet in order. The first entry with a key is the one that is merged; a delete takes all.
 *
 *     [{k:1,a:1},{k:2}]  patched with  [{k:1,b:2},{k:2,$patch:delete},{k:3}]  gives  [{k:3},{k:1,a:1,b:2}]
 *
 * Throws `PatchError` where an entry of the patch is no object or lacks the key.
 */
export function mergedKeyedList(
  old: readonly Json[],
  patch: readonly Json[],
  key: string,
  { where, answers, merge }: EntryMerge,
): Json[] {
  const changes = patch.map((entry, index) => changeOf(entry, `${where}[${index}]`, answers));
  const asIs = (change: JsonObject, index: number): Json => merge({}, change, `${where}[${index}]`);
  if (changes.some(({ directive }) => directive === 'replace')) {
    return changes.filter(({ directive }) => directive === 'merge').map(({ change }, index) => asIs(change, index));
  }
  const deleted = new Set<Json>();
  const added: Json[] = [];
  const kept = [...old];
  const places = placesByKey(kept, key);
  for (const [index, { change, directive }] of changes.entries()) {
    const value = keyOf(change, key, `${where}[${index}]`);
    if (directive === 'delete') {
      deleted.add(value);
      continue;
    }
    const place = places.get(value) ?? { list: added, index: added.length };
    const before = place.list[place.index];
    place.list[place.index] = merge(isObject(before) ? before : {}, change, `${where}[${index}]`);
    places.set(value, place);
  }
  return [...added, ...kept].filter((entry) => !deleted.has(keyIn(entry, key) ?? null));
}

interface Change {
  readonly change: JsonObject;
  readonly directive: 'merge' | 'replace' | 'delete';
}

function changeOf(entry: Json, where: string, answers: EntryMerge['answers']): Change {
  if (!isObject(entry))
    throw new PatchError('undecodable', `${where} must be an object: its list is merged by key`, where);
  const { [PATCH_DIRECTIVE]: _, ...change } = entry;
  return { change, directive: directiveOf(entry, where, answers) };
}

function placesByKey(list: Json[], key: string): Map<Json, { readonly list: Json[]; readonly index: number }> {
  const places = new Map<Json, { readonly list: Json[]; readonly index: number }>();
  for (const [index, entry] of list.entries()) {
    const value = keyIn(entry, key);
    if (value !== undefined && !places.has(value)) places.set(value, { list, index });
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
