import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { invalid, notFound, readable } from '../../objects/refusals.ts';
import { ApiError } from '../../resources/api-error.ts';
import { decodeAs, requireMembers } from '../../objects/schema/decode-as.ts';
import { type ObjectEntry, shownObject } from '../../objects/stored-object.ts';
import { updateObject } from '../../objects/update-object.ts';
import { applyScale, type ScaleObject, scaleOf, scaleTypeOf } from '../../resources/scale.ts';
import type { Json } from '../../../shared/json.ts';
import { type HandlerResponse, valueResponse } from '../handler-response.ts';
import { addressOf, type RoutedCall } from '../call.ts';
import { decodeJsonText, sentValue } from '../body/request-body.ts';
import { requireAddress, requireKind } from '../body/body-for-path.ts';
import { entryOf } from './get.ts';
import { patchTypeOf, patched, withTypeOf } from './patch.ts';

export async function getScale(call: RoutedCall): Promise<HandlerResponse> {
  return namingScale(call, async () => scaleResponse(call, await entryOf(call)));
}

/** Sets only the number of replicas; a version in the body must be the current one. */
export async function replaceScale(call: RoutedCall): Promise<HandlerResponse> {
  const { schema } = scaleTypeOf(call.resource);
  const scale = scaleIn(call, await sentValue(call, schema));
  if (call.context.choices['scale.namespace'] === 'required' && (scale.metadata.namespace ?? '') === '') {
    throw invalid(call.context, call.resource, addressOf(call).name, [
      { reason: 'FieldValueRequired', field: 'metadata.namespace', message: 'must be that of the path' },
    ]);
  }
  return written(call, () => scale);
}

/**
 * A strategic merge may name the kind of the scaled object, as Ansible does: the real system ignores the kind there.
 */
export async function patchScale(call: RoutedCall): Promise<HandlerResponse> {
  const { context, resource } = call;
  const mediaType = patchTypeOf(call);
  const sent = await call.body();
  const patch = readable(context.choices, () => decodeJsonText(sent) as Json);
  const { apiVersion, schema } = scaleTypeOf(resource);
  return written(call, (current) => {
    const { metadata, ...scale } = scaleOf(shownObject(current, resource), resource);
    const { resourceVersion: _, ...kept } = metadata;
    const document = readable(context.choices, () =>
      patched(mediaType, { ...scale, metadata: kept } as unknown as Json, patch, { schema, choices: context.choices }),
    );
    return scaleIn(
      call,
      mediaType === STRATEGIC_MERGE_PATCH_TYPE ? withTypeOf({ kind: 'Scale', apiVersion }, document) : document,
    );
  });
}

async function written(call: RoutedCall, wanted: (current: ObjectEntry) => ScaleObject): Promise<HandlerResponse> {
  const { context, resource } = call;
  const entry = await namingScale(call, () =>
    updateObject(context, {
      address: addressOf(call),
      aspect: 'object',
      wanted: (current) => applyScale(shownObject(current, resource), wanted(current)),
      versionIsCondition: true,
      isOfOneField: true,
    }),
  );
  return scaleResponse(call, entry);
}

/** In some dialects the error names the scale instead of the scaled object. */
async function namingScale<Result>(call: RoutedCall, work: () => Promise<Result>): Promise<Result> {
  const { context, resource } = call;
  try {
    return await work();
  } catch (error) {
    if (context.choices['errors.groups'] !== 'by-kind' || !(error instanceof ApiError) || error.reason !== 'NotFound')
      throw error;
    throw notFound(context, { ...resource, plural: `${resource.plural}/scale` }, addressOf(call).name);
  }
}

function scaleIn(call: RoutedCall, body: unknown): ScaleObject {
  const { apiVersion, schema } = scaleTypeOf(call.resource);
  const { metadata = {}, ...scale } = decodeAs(schema, requireMembers(body, 'Scale'));
  requireKind(scale, 'Scale');
  requireAddress({ ...metadata, name: metadata.name ?? '' }, call);
  return { ...scale, kind: 'Scale', apiVersion, metadata };
}

function scaleResponse({ resource }: RoutedCall, entry: ObjectEntry): HandlerResponse {
  return valueResponse(200, scaleOf(shownObject(entry, resource), resource));
}
