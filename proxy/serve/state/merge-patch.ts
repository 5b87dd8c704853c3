import { resolved, type Schema, stepInto } from '../../../spec/schemas/index.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../diff/values/json-value.ts';

/** A JSON merge patch (RFC 7396): members replace members, `null` removes, lists are replaced. */
export function mergePatched(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  return withMembers(value, patch, (before, change) => mergePatched(before, change));
}

/**
 * A strategic merge patch (document, Semantics 4) by the schema: lists with a merge key are merged by it, lists of
 * scalars with the strategy are united, all others are replaced; `$patch` is `delete` or `replace`.
 */
export function strategicallyPatched(value: Json | undefined, patch: Json, schema: Schema | undefined): Json {
  if (!isObject(patch)) return patch;
  const directive = memberOf(patch, '$patch');
  const changes = Object.fromEntries(Object.entries(patch).filter(([member]) => !member.startsWith('$')));
  if (directive === 'replace') return changes;
  if (directive === 'delete') return {};
  return withMembers(value, changes, (before, change, member) => {
    const below = schema === undefined ? undefined : stepInto(schema, member);
    const list = below === undefined ? undefined : { ...resolved(below), ...below };
    if (Array.isArray(change) && list?.['x-patch-strategy']?.includes('merge') === true)
      return mergedList(Array.isArray(before) ? before : [], change, list);
    return strategicallyPatched(before, change, below);
  });
}

function withMembers(
  value: Json | undefined,
  patch: JsonObject,
  change: (before: Json | undefined, change: Json, member: string) => Json,
): JsonObject {
  const members = new Map(isObject(value) ? Object.entries(value) : []);
  for (const [member, each] of Object.entries(patch)) {
    if (each === null) members.delete(member);
    else members.set(member, change(members.get(member), each, member));
  }
  return Object.fromEntries(members);
}

function mergedList(before: readonly Json[], patch: readonly Json[], list: Schema): Json[] {
  const key = list['x-patch-merge-key'];
  if (key === undefined) return [...before, ...patch.filter((each) => !before.includes(each))];
  const merged = patch.some((each) => memberOf(each, '$patch') === 'replace') ? [] : [...before];
  for (const change of patch) {
    const at = merged.findIndex(
      (each) => memberOf(each, key) !== undefined && memberOf(each, key) === memberOf(change, key),
    );
    const directive = memberOf(change, '$patch');
    if (directive === 'delete') merged.splice(at, at === -1 ? 0 : 1);
    else if (at !== -1) merged[at] = strategicallyPatched(merged[at], change, list.items);
    else if (directive !== 'replace') merged.push(strategicallyPatched(undefined, change, list.items));
  }
  return merged;
}
