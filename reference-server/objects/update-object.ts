import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import type { FieldError, ResourceStrategy, StrategyContext } from '../resources/strategy.ts';
import { conflict, invalid, notFound, readable, unreadable } from './refusals.ts';
import { badRequest } from '../resources/api-error.ts';
import { requireSameNamespace } from './create-object.ts';
import { withAnnotationsOfInitContainers } from './init-container-annotations.ts';
import { endedRevision, mayGo } from './terminating.ts';
import { objectKey } from './object-key.ts';
import { sameJson } from '../resources/values/same-json.ts';
import { shapeForStorage } from './schema/shape-for-storage.ts';
import { type ObjectEntry, storedObject, type StoredObject } from './stored-object.ts';
import { type ObjectAddress, type ServerContext, strategyContext, strategyOf } from './server-context.ts';

/** The part of an object that a write changes: the whole object, or a subresource. */
export type Aspect = 'object' | 'status' | 'finalize';

export interface ObjectUpdate {
  readonly address: ObjectAddress;
  readonly aspect: Aspect;
  /**
   * The object that the client wants in place of the current one, decoded. Called again if another write comes
   * between.
   */
  readonly wanted: (current: ObjectEntry) => ApiObject;
  /** Whether a `resourceVersion` in the wanted object must be current. PATCH never fails on it (document, Rules 1). */
  readonly versionIsCondition: boolean;
  /** Whether the update is a PATCH. Some dialects refuse a changed uid differently in a PATCH. */
  readonly isPatch?: true;
  /** Whether the generation stays unchanged although the spec changes. */
  readonly keepsGeneration?: boolean;
  /** Whether to skip defaulting: the write sets one field of an object that has its defaults already. */
  readonly isOfOneField?: true;
}

/**
 * Replaces the current object, retrying compare-and-swap until it succeeds. An update that changes nothing keeps the
 * version. Removing the last finalizer of a terminating object deletes it; the result is then the object as updated.
 * Throws `ApiError`: 404, 400 for another name or namespace, 409 for another uid (422 in some dialects) or a stale
 * version, 422 with causes.
 */
export async function updateObject(context: ServerContext, update: ObjectUpdate): Promise<ObjectEntry> {
  const { resource, namespace, name } = update.address;
  const { decision, before, entry } = await context.store.guaranteedUpdate(
    objectKey(resource, namespace, name),
    (current) => {
      if (current === undefined) throw notFound(context, resource, name);
      return changed(context, update, current);
    },
  );
  if (decision.do !== 'remove') return entry;
  return { ...entry, value: decision.last, revision: endedRevision(context, before, entry) };
}

/** The last value of an object that ends is the one that the update made. */
type UpdateStep =
  | { readonly do: 'put'; readonly value: StoredObject }
  | { readonly do: 'remove'; readonly last: StoredObject }
  | { readonly do: 'keep' };

function changed(context: ServerContext, update: ObjectUpdate, current: ObjectEntry): UpdateStep {
  const { address } = update;
  const wanted = update.wanted(current);
  requireIdentity(context, update, wanted.metadata, current);
  if (update.versionIsCondition) requireCurrentVersion(context, address, wanted.metadata, current);
  const object = updated(context, update, wanted, current.value.object);
  if (sameJson(object, current.value.object)) return { do: 'keep' };
  const value = storedObject(object, current.value);
  return mayGo(object, strategyOf(context, address.resource), context.clock.now())
    ? { do: 'remove', last: value }
    : { do: 'put', value };
}

function requireIdentity(
  context: ServerContext,
  { address: { resource, namespace, name }, isPatch }: ObjectUpdate,
  wanted: ObjectMeta,
  current: ObjectEntry,
): void {
  if ((wanted.name ?? '') === '') throw badRequest(`metadata.name is missing in the body; the path names "${name}"`);
  if (wanted.name !== name)
    throw badRequest(`metadata.name in the body is "${wanted.name}", but the path names "${name}"`);
  requireSameNamespace(namespace, wanted.namespace);
  const uid = current.value.object.metadata.uid;
  if ((wanted.uid ?? '') === '' || wanted.uid === uid) return;
  const message = `metadata.uid in the body is "${wanted.uid}", but that of the object is "${uid}"`;
  const isInvalid =
    context.choices['update.other-uid'] === 'by-verb' &&
    (isPatch === true || strategyOf(context, resource).byKind?.otherUidIsInvalid === true);
  throw isInvalid
    ? invalid(context, resource, name, [{ reason: 'FieldValueInvalid', field: 'metadata.uid', message }])
    : conflict(context, resource, name, message);
}

/** An absent, empty or zero version sets no condition. In some dialects some kinds require a version. */
function requireCurrentVersion(
  context: ServerContext,
  { resource, name }: ObjectAddress,
  { resourceVersion }: ObjectMeta,
  current: ObjectEntry,
): void {
  if (resourceVersion === undefined || resourceVersion === '' || resourceVersion === '0') {
    if (
      context.choices['replace.without-version'] !== 'by-kind' ||
      strategyOf(context, resource).byKind?.replaceNeedsVersion !== true
    )
      return;
    throw invalid(context, resource, name, [
      {
        reason: 'FieldValueInvalid',
        field: 'metadata.resourceVersion',
        message: 'must be that of the object that is replaced',
      },
    ]);
  }
  if (resourceVersion === String(current.revision)) return;
  const refusal = conflict(
    context,
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
  throw /^\d+$/.test(resourceVersion) ? refusal : unreadable(refusal, context.choices);
}

function updated(
  serverContext: ServerContext,
  { address, aspect, isPatch, keepsGeneration, isOfOneField }: ObjectUpdate,
  wanted: ApiObject,
  old: ApiObject,
): ApiObject {
  const { resource, name } = address;
  const strategy = strategyOf(serverContext, resource);
  const context: StrategyContext = { ...strategyContext(serverContext, resource), stored: old };
  const metadataCauses = changedBySystemOnly(wanted.metadata, old.metadata);
  // Each group shows the object under its own version, so the stored object does not record the group it was written
  // through.
  const complete: ApiObject = {
    ...wanted,
    kind: old.kind,
    apiVersion: old.apiVersion,
    metadata: carriedMetadata(wanted.metadata, old.metadata),
  };
  const withDefaults = (): ApiObject => (isOfOneField === true ? complete : strategy.defaults(complete, context));
  const filled = shapeForStorage(
    resource.schema,
    isPatch === true ? readable(serverContext.choices, withDefaults) : withDefaults(),
    old,
  );
  const ready = withAnnotationsOfInitContainers(
    prepared(filled, old, aspect, strategy, context),
    serverContext.choices,
  );
  const causes = [...metadataCauses, ...validated(ready, old, aspect, strategy, context)];
  if (causes.length > 0) throw invalid(serverContext, resource, name, causes);
  const canonical = strategy.canonical?.(ready, context) ?? ready;
  const object =
    aspect === 'object' && keepsGeneration !== true ? withGeneration(canonical, old, strategy, context) : canonical;
  return shapeForStorage(resource.schema, object, settledIn(object, filled, old));
}

/**
 * The parts that have already passed `shapeForStorage`: those shared with the old object, or with its completed
 * form.
 */
function settledIn(object: ApiObject, filled: ApiObject, old: ApiObject): ApiObject {
  const settled: Record<string, unknown> = Object.assign({}, filled);
  for (const member in object) if (object[member] === old[member]) settled[member] = object[member];
  return settled as unknown as ApiObject;
}

function prepared(
  object: ApiObject,
  old: ApiObject,
  aspect: Aspect,
  strategy: ResourceStrategy,
  context: StrategyContext,
): ApiObject {
  if (aspect === 'finalize') return strategy.prepareForFinalize?.(object, old) ?? old;
  if (aspect === 'status') return strategy.prepareForStatusUpdate?.(object, old, context) ?? old;
  return strategy.prepareForUpdate(object, old, context);
}

function validated(
  object: ApiObject,
  old: ApiObject,
  aspect: Aspect,
  strategy: ResourceStrategy,
  context: StrategyContext,
): readonly FieldError[] {
  const causes = strategy.validate(object, context);
  if (aspect === 'status') return [...causes, ...(strategy.validateStatusUpdate?.(object, old, context) ?? [])];
  return aspect === 'object' ? [...causes, ...strategy.validateUpdate(object, old, context)] : causes;
}

/** System metadata that the system keeps whatever the client sends. */
function carriedMetadata(wanted: ObjectMeta, old: ObjectMeta): ObjectMeta {
  const kept: Record<string, unknown> = {};
  for (const member in wanted) if (!SYSTEM_ONLY.has(member)) kept[member] = wanted[member as keyof ObjectMeta];
  for (const member of CARRIED) if (old[member] !== undefined) kept[member] = old[member];
  return kept as ObjectMeta;
}

/** Members that a write ignores if a client sends them. */
const SYSTEM_ONLY: ReadonlySet<string> = new Set<keyof ObjectMeta>([
  'selfLink',
  'resourceVersion',
  'clusterName',
  'generation',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]);

/** Members that an object keeps for its lifetime, or until the system changes them. */
const CARRIED = [
  'namespace',
  'uid',
  'creationTimestamp',
  'generation',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const satisfies readonly (keyof ObjectMeta)[];

/**
 * Only DELETE starts a deletion, a terminating object takes no new finalizers, and an existing object takes no new
 * initializers.
 */
function changedBySystemOnly(wanted: ObjectMeta, old: ObjectMeta): FieldError[] {
  const causes: FieldError[] = [];
  for (const member of ['deletionTimestamp', 'deletionGracePeriodSeconds'] as const) {
    if (wanted[member] === undefined || wanted[member] === old[member]) continue;
    causes.push({
      reason: 'FieldValueInvalid',
      field: `metadata.${member}`,
      message: 'field is immutable; use DELETE to delete an object',
    });
  }
  if (wanted.initializers !== undefined && wanted.initializers !== null && old.initializers === undefined) {
    causes.push({
      reason: 'FieldValueInvalid',
      field: 'metadata.initializers',
      message: 'cannot be added once the object is there',
    });
  }
  const added = old.deletionTimestamp === undefined ? [] : without(wanted.finalizers ?? [], new Set(old.finalizers));
  if (added.length > 0) {
    const message = `no finalizer can be added while the object is being deleted: ${added.join(', ')}`;
    causes.push({ reason: 'FieldValueForbidden', field: 'metadata.finalizers', message });
  }
  return causes;
}

function without(values: readonly string[], left: ReadonlySet<string>): string[] {
  return values.filter((value) => !left.has(value));
}

/**
 * The generation increases with each change of the spec (document, Object metadata). The kind defines which changes
 * count.
 */
function withGeneration(
  object: ApiObject,
  old: ApiObject,
  strategy: ResourceStrategy,
  context: StrategyContext,
): ApiObject {
  if (strategy.generationChanges?.(object, old, context) !== true) return object;
  return { ...object, metadata: { ...object.metadata, generation: (old.metadata.generation ?? 0) + 1 } };
}
