import type { Json } from '../resources/api-object.ts';
import { requireShallow } from './json-values.ts';
import { applyJsonPatch } from './json-patch.ts';
import { applyMergePatch } from './merge-patch.ts';
import { PatchError } from './patch-error.ts';
import { applyStrategicMerge } from './strategic-merge.ts';

export { PatchError } from './patch-error.ts';
export type { PatchErrorCode } from './patch-error.ts';

type Apply = (document: Json, patch: Json, schemaTypeId: string) => Json;

/** The three patch types, by media type without parameters; PATCH consumes exactly these (document, Media types). */
const BY_CONTENT_TYPE: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ['application/json-patch+json', applyJsonPatch],
  ['application/merge-patch+json', applyMergePatch],
  ['application/strategic-merge-patch+json', applyStrategicMerge],
]);

/** What PATCH consumes. */
export const PATCH_CONTENT_TYPES: readonly string[] = [...BY_CONTENT_TYPE.keys()];

/**
 * The document after the patch; neither argument is changed. `schemaTypeId` names the type of the document in `spec/schemas`, for
 * the merge keys of strategic merge. `contentType` is the media type without parameters. Throws `PatchError`.
 */
export function applyPatch(contentType: string, document: Json, patch: Json, schemaTypeId: string): Json {
  const apply = BY_CONTENT_TYPE.get(contentType);
  if (apply === undefined) {
    throw new PatchError('unsupported', `"${contentType}" is no patch type; use one of ${PATCH_CONTENT_TYPES.join(', ')}`);
  }
  requireShallow(patch, 'the patch');
  const result = apply(document, patch, schemaTypeId);
  requireShallow(result, 'the patched object');
  return result;
}
