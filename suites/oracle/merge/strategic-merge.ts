import { isDirective } from './directives.ts';
import type { Field } from '../values/field.ts';
import { at, isObject, type Json, type JsonObject, textAt } from '../json.ts';
import { sameJson } from './json-patch.ts';
import type { Patched } from './patched.ts';

/**
 * A document after a strategic merge patch (document, Semantics 4). Maps merge, and null deletes members. A list is
 * replaced, or merged by the merge key of its field; the order of a merged list is unspecified. Directives: `$patch`
 * (`replace` and `delete`, in maps and in elements of merged lists) and `$deleteFromPrimitiveList/<list>`.
 * `$setElementOrder/<list>` changes nothing. Servers of the era differ on `$retainKeys` and the document is silent,
 * so the suite judges no patch that has it.
 *
 *     { containers: [{ name: 'a', image: '1' }, { name: 'b', image: '1' }] }
 *       with { containers: [{ name: 'a', image: '2' }, { name: 'b', $patch: 'delete' }] }
 *       -> { containers: [{ name: 'a', image: '2' }] }
 */
export function strategicallyMerged(document: Json, patch: Json, field: Field): Patched {
  if (!isObject(patch) || !isObject(document))
    return { refused: 'a strategic merge patch is an object, and so is what it patches' };
  return caught(() => mergedMap(document, patch, field));
}

/** Carries the reason why a patch cannot be applied out of the recursion. */
class PatchRefusal extends Error {
  readonly code = 'patch-refused';
  override readonly name = 'PatchRefusal';
}

function caught(merge: () => Json): Patched {
  try {
    return { document: merge() };
  } catch (error) {
    if (error instanceof PatchRefusal) return { refused: error.message };
    throw error;
  }
}

const DELETE_FROM = '$deleteFromPrimitiveList/';

function mergedMap(document: JsonObject, patch: JsonObject, field: Field): JsonObject {
  const directive = at(patch, '$patch');
  if (directive === 'replace') return withoutNulls(patch);
  if (directive === 'delete') return {};
  if (directive !== undefined) throw new PatchRefusal(`no directive ${JSON.stringify(directive)}`);
  if (at(patch, '$retainKeys') !== undefined) throw new PatchRefusal('the document does not define $retainKeys');
  const after = new Map(Object.entries(document));
  for (const [name, value] of Object.entries(patch)) {
    if (isDirective(name)) continue;
    if (value === null) after.delete(name);
    else after.set(name, mergedMember(after.get(name), value, field.member(name)));
  }
  for (const [name, value] of Object.entries(patch)) {
    if (!name.startsWith(DELETE_FROM)) continue;
    const list = after.get(name.slice(DELETE_FROM.length));
    if (Array.isArray(list) && Array.isArray(value)) after.set(name.slice(DELETE_FROM.length), without(list, value));
  }
  return Object.fromEntries(after);
}

function mergedMember(before: Json | undefined, value: Json, field: Field): Json {
  if (isObject(value)) return isObject(before) ? mergedMap(before, value, field) : withoutNulls(value);
  if (!Array.isArray(value) || !field.merges) return value;
  const list = Array.isArray(before) ? before : [];
  return field.mergeKey === undefined
    ? [...list, ...without(value, list)]
    : mergedList(list, value, field, field.mergeKey);
}

function mergedList(before: readonly Json[], patch: readonly Json[], field: Field, key: string): Json[] {
  if (patch.some((element) => textAt(element, '$patch') === 'replace'))
    return patch.filter((element) => at(element, '$patch') === undefined);
  let after = [...before];
  for (const element of patch) {
    const id = at(element, key);
    if (!isObject(element) || id === undefined) throw new PatchRefusal(`an element of a merged list has no '${key}'`);
    const index = after.findIndex((known) => sameJson(at(known, key) ?? null, id));
    if (at(element, '$patch') === 'delete') after = after.filter((known) => !sameJson(at(known, key) ?? null, id));
    else if (index === -1) after.push(withoutNulls(element));
    else after = after.with(index, mergedMember(after[index], element, field.element()));
  }
  return after;
}

/** New content of a map, without directives and without null members, which count as absent (readings of the API). */
function withoutNulls(value: JsonObject): JsonObject {
  if (Object.values(value).some(hasDirectives))
    throw new PatchRefusal('the document does not define directives in a new list');
  const entries = Object.entries(value).filter(([name, member]) => member !== null && !isDirective(name));
  return Object.fromEntries(entries.map(([name, member]) => [name, isObject(member) ? withoutNulls(member) : member]));
}

function hasDirectives(value: Json): boolean {
  return Array.isArray(value) && value.some((element) => at(element, '$patch') !== undefined);
}

function without(list: readonly Json[], others: readonly Json[]): Json[] {
  return list.filter((value) => !others.some((other) => sameJson(value, other)));
}
