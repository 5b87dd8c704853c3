import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { at, type Json, type JsonObject } from '../oracle/json.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import { emptiedObject } from './emptied.ts';
import { described, inSequence } from './full-changes.ts';
import { patchTo } from './full-patches.ts';
import { hollow } from './hollow.ts';
import { MUTABLE } from './mutable-members.ts';

/**
 * Patches of a full object that have empty values in turn: of objects and merged lists, which change nothing; of
 * members of list elements; and of members outside of lists.
 */
export function emptyingPatches(resource: Resource, contentType: string, full: JsonObject): readonly Json[] {
  const wanted = (['elements', 'object'] as const).map((of) => emptiedObject(resource, full, of));
  const patches = inSequence(resource, full, wanted).map(([from, to]) =>
    patchTo(contentType, described(from), described(to), resource.schema),
  );
  if (contentType === JSON_PATCH_TYPE) return [...patches, emptyMaps(resource, full)];
  const isStrategic = contentType === STRATEGIC_MERGE_PATCH_TYPE;
  const nothing = (['innermost', 'outermost'] as const).map((empty) =>
    hollow(described(full), resource.schema, { isStrategic, empty }),
  );
  return [...nothing, ...patches];
}

/** Operations that empty the annotations of the object and of its template. */
function emptyMaps({ kind }: Resource, full: JsonObject): Json {
  const places = [[], ...(MUTABLE[kind].template === undefined ? [] : [MUTABLE[kind].template])];
  return places
    .map((place) => [...place, 'metadata', 'annotations'])
    .filter((path) => at(full, ...path) !== undefined)
    .map((path) => ({ op: 'add', path: pointer(path), value: {} }));
}
