import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { at, isObject, type Json } from '../../oracle/json.ts';
import { pointer } from '../../oracle/json-pointer.ts';

/**
 * The JSON pointers of nulls that a strategic merge patch has inside a map that did not exist before. Some dialects
 * store such a null as an empty value; its form depends on whether the map holds texts.
 *
 *     before {metadata: {}}, patch {metadata: {annotations: {note: null}}}  ->  ['/metadata/annotations/note']
 */
export function nullsTakenOver(mediaType: string, before: Json, patch: Json, choices: DialectChoices): string[] {
  if (
    choices['patch.null-in-new-map'] !== 'taken-over' ||
    !mediaType.toLowerCase().startsWith(STRATEGIC_MERGE_PATCH_TYPE)
  )
    return [];
  return [...nullsIn(before, patch, [], false)];
}

function* nullsIn(before: Json | undefined, patch: Json, path: readonly string[], isNew: boolean): Iterable<string> {
  if (patch === null && isNew) yield pointer(path);
  if (!isObject(patch)) return;
  for (const [name, value] of Object.entries(patch))
    yield* nullsIn(at(before, name), value, [...path, name], !isObject(before));
}
