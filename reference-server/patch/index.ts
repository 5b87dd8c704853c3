import type { DialectChoices } from '../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import type { Json } from '../../shared/json.ts';
import { requireShallow } from './json-values.ts';
import { applyJsonPatch, type JsonPatchChoices } from './json-patch.ts';
import { applyMergePatch } from './merge-patch.ts';
import { PatchError } from './patch-error.ts';
import { applyStrategicMerge, type StrategicMergeChoices } from './strategic-merge.ts';

export { PatchError } from './patch-error.ts';

/** The dialect choices for patches. */
type PatchChoices = Pick<DialectChoices, 'patch.null-bodies'> & JsonPatchChoices & StrategicMergeChoices;

/** The rules for applying a patch. */
export interface PatchRules {
  /** The type of the document in `spec/schemas`, for the merge keys of strategic merge. */
  readonly schema: string;
  readonly choices: PatchChoices;
}

type Apply = (document: Json, patch: Json, rules: PatchRules) => Json;

/** The three patch types, by media type without parameters; PATCH consumes exactly these (document, Media types). */
const BY_CONTENT_TYPE: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  [JSON_PATCH_TYPE, (document, patch, { choices }) => applyJsonPatch(document, patch, choices)],
  [MERGE_PATCH_TYPE, applyMergePatch],
  [
    STRATEGIC_MERGE_PATCH_TYPE,
    (document, patch, { schema, choices }) => applyStrategicMerge(document, patch, schema, choices),
  ],
]);

/** The media types that PATCH accepts. */
export const PATCH_CONTENT_TYPES: readonly string[] = [...BY_CONTENT_TYPE.keys()];

/**
 * The document after the patch; neither argument is changed. `contentType` is the media type without parameters. Throws
 * `PatchError`.
 */
export function applyPatch(contentType: string, document: Json, patch: Json, rules: PatchRules): Json {
  const apply = BY_CONTENT_TYPE.get(contentType);
  if (apply === undefined) {
    throw new PatchError(
      'unsupported',
      `"${contentType}" is no patch type; use one of ${PATCH_CONTENT_TYPES.join(', ')}`,
    );
  }
  if (patch === null && contentType !== MERGE_PATCH_TYPE && rules.choices['patch.null-bodies'] === 'as-nothing')
    return document;
  requireShallow(patch, 'the patch');
  return apply(document, patch, rules);
}
