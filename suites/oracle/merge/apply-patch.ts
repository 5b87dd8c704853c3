import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Json } from '../json.ts';
import { fieldOf } from '../values/schema-fields.ts';
import { jsonPatched } from './json-patch.ts';
import { mergePatched } from './merge-patch.ts';
import type { Patched } from './patched.ts';
import { strategicallyMerged } from './strategic-merge.ts';

/**
 * Applies a patch of that media type to a document, or returns why it cannot be applied. Parameters of the media
 * type are ignored. `schema` is the type id of the document (`resource.schema`). The result holds only what the
 * client described, not what the server then defaults, keeps or refuses. Compare merged lists as sets (`differences`
 * with the schema does).
 */
export function applyPatch(mediaType: string, document: Json, patch: Json, schema: string): Patched {
  const [type = ''] = mediaType.split(';');
  const apply = BY_MEDIA_TYPE.get(type.trim().toLowerCase());
  return apply === undefined ? { refused: `no patch is of type '${mediaType}'` } : apply(document, patch, schema);
}

const BY_MEDIA_TYPE: ReadonlyMap<string, (document: Json, patch: Json, schema: string) => Patched> = new Map([
  [JSON_PATCH_TYPE, (document, patch) => jsonPatched(document, patch)],
  [MERGE_PATCH_TYPE, (document, patch) => ({ document: mergePatched(document, patch) })],
  [STRATEGIC_MERGE_PATCH_TYPE, (document, patch, schema) => strategicallyMerged(document, patch, fieldOf(schema))],
]);
