import type { Json } from '../../shared/json.ts';
import { isObject, memberOf, type MutableObject, setMember } from './json-values.ts';

/**
 * RFC 7386. Members of the patch replace those of the document, objects are merged member by member, null removes, and
 * lists are values like any other.
 *
 *     {"a":{"b":1,"c":2},"l":[1]}  patched with  {"a":{"b":null,"d":3},"l":[2]}  gives  {"a":{"c":2,"d":3},"l":[2]}
 */
export function applyMergePatch(document: Json, patch: Json): Json {
  return merged(document, patch);
}

function merged(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const old = isObject(target) ? target : {};
  const result: MutableObject = { ...old };
  for (const [member, value] of Object.entries(patch)) {
    if (value === null) delete result[member];
    else setMember(result, member, merged(memberOf(old, member), value));
  }
  return result;
}
