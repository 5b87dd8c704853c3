import { schemaOf } from '../../../spec/schemas/index.ts';
import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isObject, type Json, type JsonObject, memberOf, textOf } from '../../diff/values/json-value.ts';
import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import type { SentRequest } from '../exchange/sent-request.ts';
import { type ObjectCall, collectionPath } from './call.ts';
import { jsonPatched } from './json-patch.ts';
import { mergePatched, strategicallyPatched } from './merge-patch.ts';
import { PatchError } from './patch-error.ts';
import { birth, withMetadata } from './served-state.ts';

/** Members of the metadata that a server sets once and no write changes. */
const KEPT = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

/**
 * The result of an unrecorded create: the body as sent, with the server's own members. `undefined` for a body
 * without a name.
 */
export function newObject(body: Json | undefined, call: ObjectCall, version: string): JsonObject | undefined {
  if (!isObject(body)) return undefined;
  const { resource, namespace } = call;
  const metadata = memberOf(body, 'metadata');
  const prefix = textOf(metadata, 'generateName');
  const name =
    textOf(metadata, 'name') || (prefix === '' ? '' : `${prefix}${Number(version).toString(36).padStart(5, '0')}`);
  if (name === '') return undefined;
  const chosen = {
    name,
    namespace: namespace === '' ? undefined : namespace,
    selfLink: `${collectionPath(call)}/${name}`,
    ...birth(),
    resourceVersion: version,
  };
  return withMetadata({ ...body, kind: resource.kind, apiVersion: resource.apiVersion }, chosen);
}

/**
 * The result of an unrecorded replace or patch: the server's own members stay, and each path changes its own part,
 * `/status` the status and the other path everything else. Throws a `PatchError` for a patch that cannot be applied.
 */
export function changedObject(
  before: JsonObject,
  request: SentRequest,
  { verb, resource }: ObjectCall,
  version: string,
): JsonObject {
  const ofStatus = verb === 'replaceStatus' || verb === 'patchStatus';
  const after =
    verb === 'patch' || verb === 'patchStatus'
      ? patched(before, request, resource.schema)
      : (request.body?.value ?? null);
  if (!isObject(after)) throw new PatchError(`what is left is no ${resource.kind}`);
  const status = memberOf(ofStatus ? after : before, 'status');
  const body: JsonObject = ofStatus ? before : after;
  const others = Object.fromEntries(
    Object.entries(body).filter(([member]) => !resource.hasStatus || member !== 'status'),
  );
  const own = memberOf(before, 'metadata');
  const kept = Object.fromEntries(KEPT.map((member) => [member, memberOf(own, member)]));
  const whole = {
    ...others,
    kind: resource.kind,
    apiVersion: resource.apiVersion,
    ...(resource.hasStatus && status !== undefined ? { status } : {}),
  };
  return withMetadata(whole, { ...kept, resourceVersion: version });
}

function patched(before: JsonObject, { body, headers }: SentRequest, schema: string): Json {
  const patch = body?.value;
  if (patch === undefined) throw new PatchError('the patch cannot be read');
  const type = headerValue(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === MERGE_PATCH_TYPE) return mergePatched(before, patch);
  return type === STRATEGIC_MERGE_PATCH_TYPE
    ? strategicallyPatched(before, patch, schemaOf(schema))
    : jsonPatched(before, patch);
}
