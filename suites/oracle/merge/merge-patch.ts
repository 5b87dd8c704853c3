import { at, isObject, type Json, type JsonObject } from '../json.ts';

/**
 * A document after a JSON merge patch (RFC 7386): null deletes members, objects merge, and all other values replace,
 * lists too.
 */
export function mergePatched(document: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const before: JsonObject = isObject(document) ? document : {};
  const after = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) after.delete(name);
    else after.set(name, mergePatched(at(before, name), value));
  }
  return Object.fromEntries(after);
}
