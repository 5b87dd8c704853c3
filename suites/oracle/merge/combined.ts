import { isDirective } from './directives.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { at, isObject, type Json, type JsonObject } from '../json.ts';

/**
 * A single patch with the effect of two patches of that media type in sequence, for every document; `undefined` if
 * there is none.
 *
 *     merge   { a: 1, b: { c: null } }, { b: { d: 2 } }  ->  { a: 1, b: { c: null, d: 2 } }
 *     merge   { a: null }, { a: { b: 1 } }               ->  undefined: a merge would keep the old members of a
 *     JSON    [remove /a], [add /b]                      ->  [remove /a, add /b]
 */
export function combinedPatch(mediaType: string, first: Json, second: Json): Json | undefined {
  if (mediaType === JSON_PATCH_TYPE)
    return Array.isArray(first) && Array.isArray(second)
      ? [...(first as readonly Json[]), ...(second as readonly Json[])]
      : undefined;
  if (!isObject(first) || !isObject(second)) return undefined;
  return laidOver(first, second, mediaType === MERGE_PATCH_TYPE);
}

/** After another patch, lists and directives of a strategic merge patch have a different meaning. */
function laidOver(first: JsonObject, second: JsonObject, listsReplace: boolean): JsonObject | undefined {
  const members = new Map(Object.entries(first));
  for (const [name, value] of Object.entries(second)) {
    const known = at(first, name);
    const whole =
      known === undefined || !isObject(value)
        ? value
        : isObject(known)
          ? laidOver(known, value, listsReplace)
          : undefined;
    if (whole === undefined) return undefined;
    members.set(name, whole);
  }
  const combined = Object.fromEntries(members);
  return listsReplace || isPlain(combined) ? combined : undefined;
}

function isPlain(value: Json): boolean {
  if (Array.isArray(value)) return false;
  return !isObject(value) || Object.entries(value).every(([name, member]) => !isDirective(name) && isPlain(member));
}

/**
 * The merge patch that undoes a merge patch: it sets the old values, and null for members that were absent.
 * `undefined` if the patch sets members in a value that was not an object.
 */
export function inversePatch(document: Json | undefined, patch: Json): Json | undefined {
  if (!isObject(patch)) return document ?? null;
  if (document === undefined || document === null) return null;
  if (!isObject(document)) return undefined;
  const members = Object.entries(patch).map(
    ([name, value]) => [name, inversePatch(at(document, name), value)] as const,
  );
  return members.some(([, value]) => value === undefined)
    ? undefined
    : Object.fromEntries(members as readonly (readonly [string, Json])[]);
}
