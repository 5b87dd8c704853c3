import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Field } from '../../oracle/values/field.ts';
import { at, isObject, type Json } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { fieldOf } from '../../oracle/values/schema-fields.ts';

/**
 * The paths at which a strategic merge patch has nulls inside a map that does not exist before, and elements to
 * delete from a list that does not. Some dialects store such a null as an empty value, whose form depends on whether
 * the map holds texts, and such an element without its directive.
 *
 *     before {metadata: {}}, patch {metadata: {annotations: {note: null}}}  ->  ['/metadata/annotations/note']
 *     before a container c without env, patch {env: [{name: A, $patch: delete}]} of it  ->  ['.../[name=c]/env']
 */
export function nullsTakenOver(
  mediaType: string,
  before: Json,
  patch: Json,
  choices: DialectChoices,
  schema: string,
): string[] {
  if (
    choices['patch.null-in-new-map'] !== 'taken-over' ||
    !mediaType.toLowerCase().startsWith(STRATEGIC_MERGE_PATCH_TYPE)
  )
    return [];
  return [...takenOverIn(before, patch, fieldOf(schema), [], false)];
}

function* takenOverIn(
  before: Json | undefined,
  patch: Json,
  field: Field,
  path: readonly string[],
  isNew: boolean,
): Iterable<string> {
  if (patch === null && isNew) yield pointer(path);
  if (Array.isArray(patch)) yield* takenOverInList(before, patch, field, path);
  if (!isObject(patch)) return;
  for (const [name, value] of Object.entries(patch))
    yield* takenOverIn(at(before, name), value, field.member(name), [...path, name], !isObject(before));
}

function* takenOverInList(
  before: Json | undefined,
  patch: readonly Json[],
  field: Field,
  path: readonly string[],
): Iterable<string> {
  const { mergeKey } = field;
  if (mergeKey === undefined) return;
  const existing = Array.isArray(before) ? (before as readonly Json[]) : [];
  const isTakenOver = (element: Json): boolean => existing.length === 0 && at(element, '$patch') !== undefined;
  // Without these elements there is no list at all.
  if (patch.every(isTakenOver)) yield pointer(path);
  for (const element of patch) {
    const key = at(element, mergeKey);
    const step = [...path, `[${mergeKey}=${String(key)}]`];
    if (isTakenOver(element)) yield pointer(step);
    const old = existing.find((each) => at(each, mergeKey) === key);
    yield* takenOverIn(old, element, field.element(), step, old === undefined);
  }
}
