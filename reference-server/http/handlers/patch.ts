import { lazy } from '../../../shared/lazy.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { readable } from '../../objects/refusals.ts';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { decodeObject } from '../../objects/decode-object.ts';
import { shownObject } from '../../objects/stored-object.ts';
import { type Aspect, updateObject } from '../../objects/update-object.ts';
import { applyPatch, PATCH_CONTENT_TYPES, PatchError, type PatchRules } from '../../patch/index.ts';
import type { Json } from '../../../shared/json.ts';
import { aspectResponse } from '../handler-response.ts';
import { addressOf, type RoutedCall, type CallHandler } from '../call.ts';
import { hasExactNames, mediaTypeAsSent, mediaTypeOf } from '../media/negotiation.ts';
import { decodePatchText } from '../body/request-body.ts';

/**
 * A partial change, retried on the current object until it is stored, so it never fails for a lock (document, Rules
 * 1).
 */
export function patchOf(aspect: Aspect): CallHandler {
  return async (call) => {
    const { context, resource } = call;
    const mediaType = patchTypeOf(call);
    const sent = await call.body();
    const isStrategic = mediaType === STRATEGIC_MERGE_PATCH_TYPE;
    // Existence is checked first: an absent object is 404 whatever the patch.
    const patch = lazy(() => decodePatchText(sent, isStrategic, context.choices) as Json);
    const keepsType = isStrategic && context.choices['resources.kind-change'] === 'by-patch-type';
    const rules: PatchRules = { schema: resource.schema, choices: context.choices };
    const choices = isStrategic ? strictly(context.choices) : context.choices;
    const entry = await updateObject(context, {
      address: addressOf(call),
      aspect,
      wanted: (current) => {
        const document = readable(context.choices, () =>
          patched(mediaType, shownObject(current, resource) as unknown as Json, patch(), rules),
        );
        if (!isStrategic) requireApiVersion(document, context.choices);
        return readable(context.choices, () =>
          decodeObject(resource, keepsType ? withTypeOf(resource, document) : document, choices, current.value.object),
        );
      },
      versionIsCondition: context.choices['patch.stale-version'] === 'refused',
      isPatch: true,
    });
    return aspectResponse(entry, resource, aspect, context.choices['status.self-link']);
  };
}

/** The result of a strategic merge is not read as leniently as a body: the real system converts it value by value. */
function strictly(choices: DialectChoices): DialectChoices {
  return choices['media-types.json-types'] === 'lenient'
    ? { ...choices, 'media-types.json-types': 'refused' }
    : choices;
}

/** In some dialects a patch must not remove `apiVersion`. Throws `ApiError` 400. */
function requireApiVersion(document: Json, choices: DialectChoices): void {
  if (
    choices['patch.removed-api-version'] !== 'refused' ||
    typeof document !== 'object' ||
    document === null ||
    Array.isArray(document)
  )
    return;
  if (!('apiVersion' in document)) throw badRequest('the patch removes apiVersion, which every object must have');
}

/**
 * The document after a patch with its former type: a strategic merge of a scale, and in some dialects of any object,
 * cannot change it.
 */
export function withTypeOf(
  { kind, apiVersion }: { readonly kind: string; readonly apiVersion: string },
  document: Json,
): Json {
  return typeof document === 'object' && document !== null && !Array.isArray(document)
    ? { ...document, kind, apiVersion }
    : document;
}

/** The type of a patch; in some dialects it must match exactly. Throws `ApiError` 415 for an unknown type. */
export function patchTypeOf({ contentType, context }: RoutedCall): string {
  const mediaType = hasExactNames(context.choices) ? mediaTypeAsSent(contentType) : mediaTypeOf(contentType);
  if (PATCH_CONTENT_TYPES.includes(mediaType)) return mediaType;
  const taken = PATCH_CONTENT_TYPES.join(', ');
  throw new ApiError(
    'UnsupportedMediaType',
    `Content-Type '${mediaType}' is not a patch; send one of ${taken}`,
    undefined,
    { 'Accept-Patch': taken },
  );
}

/** The document after the patch. Throws `ApiError`: 422 if it cannot be applied, 400 if it cannot be read. */
export function patched(mediaType: string, document: Json, patch: Json, rules: PatchRules): Json {
  try {
    return applyPatch(mediaType, document, patch, rules);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const where = error.path === undefined ? '' : ` at ${error.path}`;
    const details = {
      causes: [{ reason: 'FieldValueInvalid', message: error.message, field: error.path ?? '' }],
    } as const;
    if (error.code === 'inapplicable')
      throw new ApiError('Invalid', `the patch cannot be applied${where}: ${error.message}`, details);
    throw new ApiError('BadRequest', `the patch cannot be read${where}: ${error.message}`, details);
  }
}
