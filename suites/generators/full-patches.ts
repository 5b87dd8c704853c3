import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import type { Field } from '../oracle/values/field.ts';
import { fieldOf } from '../oracle/values/schema-fields.ts';
import { isObject, type Json, type JsonObject } from '../oracle/json.ts';
import { pointer } from '../oracle/values/json-pointer.ts';

/**
 * A patch of that media type from the stored `from` to `to`: it sets every member of `to` and removes members that
 * only `from` has. Lists that merge keep the elements that both have; a merge patch, and a list without a merge key,
 * states the whole list.
 */
export function patchTo(mediaType: string, from: JsonObject, to: JsonObject, schema: string): Json {
  if (mediaType === JSON_PATCH_TYPE) return operations(from, to, []);
  return merged(from, to, fieldOf(schema), mediaType === MERGE_PATCH_TYPE);
}

/** Operations on the smallest separate parts: members, and elements of lists of objects whose length stays. */
function operations(from: Json | undefined, to: Json, path: readonly string[], isElement = false): JsonObject[] {
  if (isObject(from) && isObject(to) && (path.length === 0 || isStored(from))) {
    const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name) && isStored(from[name]));
    return [
      ...gone.map((name) => ({ op: 'remove', path: pointer([...path, name]) })),
      ...Object.entries(to).flatMap(([name, value]) => operations(from[name], value, [...path, name])),
    ];
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length && to.every(isObject))
    return to.flatMap((value, index) => operations((from as Json[])[index], value, [...path, String(index)], true));
  // An `add` at the index of an element would insert before it.
  return [{ op: isElement ? 'replace' : 'add', path: pointer(path), value: to }];
}

/** Whether every server shows the member: it may leave out zero and empty values. */
function isStored(value: Json | undefined): boolean {
  return !(
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    (typeof value === 'object' && Object.values(value).every((inner) => !isStored(inner)))
  );
}

function merged(from: Json | undefined, to: Json, field: Field, whole: boolean): Json {
  if (Array.isArray(to))
    return whole || field.mergeKey === undefined || !Array.isArray(from) ? to : keyed(from, to, field, field.mergeKey);
  if (!isObject(to) || !isObject(from)) return to;
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  const said = Object.entries(to).map(([name, value]): [string, Json] => [
    name,
    merged(from[name], value, field.member(name), whole),
  ]);
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...Object.fromEntries(said) };
}

function keyed(from: readonly Json[], to: readonly Json[], field: Field, key: string): Json {
  const keyOf = (element: Json): Json | undefined => (isObject(element) ? element[key] : undefined);
  const gone = from
    .filter((old) => !to.some((element) => keyOf(element) === keyOf(old)))
    .map((old): JsonObject => ({ [key]: keyOf(old) ?? null, $patch: 'delete' }));
  return [
    ...to.map((element) =>
      merged(
        from.find((old) => keyOf(old) === keyOf(element)),
        element,
        field.element(),
        false,
      ),
    ),
    ...gone,
  ];
}
