import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import { conflict, forbidden, notFound } from './refusals.ts';
import { timestamp } from './schema/timestamp.ts';
import type { DeleteOptions, PropagationPolicy } from './delete-options.ts';
import { FOREGROUND, ORPHAN, endedRevision, mayGo, policyOfFinalizers } from './terminating.ts';
import { objectKey } from './object-key.ts';
import { sameJson } from '../resources/values/same-json.ts';
import { type ObjectEntry, storedObject, type StoredObject } from './stored-object.ts';
import { type ObjectAddress, type ServerContext, strategyOf } from './server-context.ts';

/** The last second that RFC 3339 can express, in milliseconds. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

export interface Deleted {
  /** The last state of the object, or its state while it is terminating. */
  readonly entry: ObjectEntry;
  readonly removed: boolean;
}

/**
 * Deletes an object, or sets its `deletionTimestamp` if something holds it: a grace period, a finalizer, dependants
 * that the policy waits for, or contents. In some dialects, kinds with a grace period become terminating before they
 * go, and a second delete updates the metadata again. Throws `ApiError`: 404, 403 if the kind refuses deletion, 409
 * for another uid or version, or if contents are being deleted already.
 */
export async function deleteObject(
  context: ServerContext,
  address: ObjectAddress,
  options: DeleteOptions,
): Promise<Deleted> {
  const { resource, namespace, name } = address;
  const key = objectKey(resource, namespace, name);
  for (;;) {
    const { decision, before, entry } = await context.store.guaranteedUpdate(key, (current) => {
      if (current === undefined) throw notFound(context, resource, name);
      return step(context, address, current, options);
    });
    if (decision.do === 'remove')
      return { entry: { ...entry, revision: endedRevision(context, before, entry) }, removed: true };
    if (decision.do === 'keep' || !decision.isFirst) return { entry, removed: false };
  }
}

/** One step of a delete; another one follows the first if the deletion metadata has a version of its own. */
type DeletionStep =
  | { readonly do: 'put'; readonly value: StoredObject; readonly isFirst: boolean }
  | { readonly do: 'remove' }
  | { readonly do: 'keep' };

async function step(
  context: ServerContext,
  address: ObjectAddress,
  current: ObjectEntry,
  options: DeleteOptions,
): Promise<DeletionStep> {
  const { object: before } = current.value;
  requireDeletable(context, address, current, options);
  const holds = await holdsOn(context, address, before, options);
  const first = announcesTermination(context, address, current);
  if (!first && isFree(context, address, before, holds)) return { do: 'remove' };
  const object = terminating(context, address, before, options, holds);
  const isFirst = first || isShortened(context, address, object, before);
  if (!isFirst && mayGo(object, strategyOf(context, address.resource), context.clock.now())) return { do: 'remove' };
  if (!isFirst && !terminatesAnew(context, address.resource) && sameJson(object, before)) return { do: 'keep' };
  return { do: 'put', value: storedObject(object, current.value), isFirst };
}

/** The reasons for which an object outlives its delete. */
interface Holds {
  /** Seconds. */
  readonly grace: number;
  readonly finalizers: readonly string[];
}

async function holdsOn(
  context: ServerContext,
  { resource }: ObjectAddress,
  object: ApiObject,
  options: DeleteOptions,
): Promise<Holds> {
  const { gracePeriod, defaultPropagation } = strategyOf(context, resource);
  const policy = policyOf(options, object.metadata, defaultPropagation);
  return {
    grace: gracePeriod?.(object, options.gracePeriodSeconds) ?? 0,
    finalizers: await finalizersUnder(policy, context, object.metadata),
  };
}

/**
 * Whether nothing holds the object at its first delete. Its deletion metadata would never be read, so it is not set.
 */
function isFree(
  context: ServerContext,
  { resource }: ObjectAddress,
  object: ApiObject,
  { grace, finalizers }: Holds,
): boolean {
  return (
    object.metadata.deletionTimestamp === undefined &&
    grace <= 0 &&
    finalizers.length === 0 &&
    strategyOf(context, resource).terminate?.(object) === undefined
  );
}

/** Whether watches get a MODIFIED event with the `deletionTimestamp` before the DELETED event. */
function announcesTermination(context: ServerContext, { resource }: ObjectAddress, { value }: ObjectEntry): boolean {
  return (
    terminatesByKind(context) &&
    strategyOf(context, resource).gracePeriod !== undefined &&
    value.object.metadata.deletionTimestamp === undefined
  );
}

/** Whether a later delete with a shorter grace period gets a version of its own before the object goes. */
function isShortened(
  context: ServerContext,
  { resource }: ObjectAddress,
  { metadata }: ApiObject,
  { metadata: before }: ApiObject,
): boolean {
  return (
    terminatesByKind(context) &&
    strategyOf(context, resource).gracePeriod !== undefined &&
    metadata.deletionGracePeriodSeconds !== before.deletionGracePeriodSeconds
  );
}

/** Whether deleting a terminating object makes a new version, even if only fractions of a second change. */
function terminatesAnew(context: ServerContext, resource: Resource): boolean {
  return terminatesByKind(context) && strategyOf(context, resource).gracePeriod === undefined;
}

function terminatesByKind(context: ServerContext): boolean {
  return context.choices['delete.lingering'] === 'by-kind';
}

function requireDeletable(
  context: ServerContext,
  { resource, name }: ObjectAddress,
  { value: { object }, revision }: ObjectEntry,
  options: DeleteOptions,
): void {
  const strategy = strategyOf(context, resource);
  const { uid, deletionTimestamp } = object.metadata;
  if (options.uid !== undefined && options.uid !== uid) {
    throw conflict(
      context,
      resource,
      name,
      `the precondition names uid "${options.uid}", but that of the object is "${uid}"`,
      context.choices['errors.groups'] === 'by-kind' ? 'kind' : 'plural',
    );
  }
  if (options.resourceVersion !== undefined && options.resourceVersion !== String(revision)) {
    throw conflict(
      context,
      resource,
      name,
      `the precondition names version "${options.resourceVersion}", but that of the object is "${revision}"`,
    );
  }
  const refusal = strategy.refuseDelete?.(object);
  if (refusal !== undefined) throw forbidden(context, resource, name, refusal);
  if (deletionTimestamp !== undefined && strategy.terminate?.(object) !== undefined) {
    throw conflict(context, resource, name, 'what it contains is being removed; it goes when that is done');
  }
}

/** The object with its deletion metadata set. */
function terminating(
  context: ServerContext,
  address: ObjectAddress,
  object: ApiObject,
  options: DeleteOptions,
  { grace, finalizers }: Holds,
): ApiObject {
  const { resource } = address;
  const strategy = strategyOf(context, resource);
  const kept: ObjectMeta = Object.hasOwn(object.metadata, 'finalizers')
    ? withoutFinalizers(object.metadata)
    : object.metadata;
  const isPatient = strategy.gracePeriod !== undefined && options.gracePeriodSeconds === undefined;
  const deletionFields =
    object.metadata.deletionTimestamp === undefined || terminatesAnew(context, resource)
      ? firstDeletionFields(object.metadata, grace, context.clock.now())
      : laterDeletionFields(object.metadata, grace, isPatient);
  const metadata: ObjectMeta = {
    ...kept,
    ...(waitsForAnother(context, address, object) ? withoutGrace(deletionFields) : deletionFields),
  };
  const terminatingObject: ApiObject = {
    ...object,
    metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers },
  };
  return strategy.terminate?.(terminatingObject) ?? terminatingObject;
}

/**
 * Whether an object with contents waits for a further delete after they are gone. It has no grace period until then.
 */
function waitsForAnother(context: ServerContext, { resource }: ObjectAddress, object: ApiObject): boolean {
  return (
    context.choices['delete.emptied-namespaces'] === 'when-deleted-again' &&
    strategyOf(context, resource).terminate?.(object) !== undefined
  );
}

function withoutGrace(deletionFields: Partial<ObjectMeta>): Partial<ObjectMeta> {
  const { deletionGracePeriodSeconds: _, ...others } = deletionFields;
  return others;
}

function withoutFinalizers(metadata: ObjectMeta): ObjectMeta {
  const { finalizers: _, ...kept } = metadata;
  return kept;
}

/** The first delete starts the grace period and increments the generation if the object has one. */
function firstDeletionFields(
  { deletionTimestamp, generation }: ObjectMeta,
  grace: number,
  now: number,
): Partial<ObjectMeta> {
  return {
    deletionTimestamp: timestamp(Math.min(now + grace * 1000, LATEST)),
    deletionGracePeriodSeconds: grace,
    ...(deletionTimestamp === undefined && generation !== undefined && generation > 0
      ? { generation: generation + 1 }
      : {}),
  };
}

/**
 * A later delete can only shorten the grace period, which began with the first delete. A delete without a grace
 * period keeps the current one.
 *
 * A worked example: after a delete at 12:00:00 with 60 seconds, a delete at 12:00:10 with 20 makes the object go at
 * 12:00:20. A delete with 70 seconds, or with none given, changes nothing.
 */
function laterDeletionFields(
  { deletionTimestamp = '', deletionGracePeriodSeconds: old = 0 }: ObjectMeta,
  grace: number,
  isPatient: boolean,
): Partial<ObjectMeta> {
  if (isPatient || grace >= old) return {};
  const begun = Math.max(0, Date.parse(deletionTimestamp) - old * 1000);
  return { deletionTimestamp: timestamp(Math.min(begun + grace * 1000, LATEST)), deletionGracePeriodSeconds: grace };
}

/**
 * The requested policy, else the policy of the object's own finalizers, else the default of the kind (document,
 * parameter set D).
 */
function policyOf(options: DeleteOptions, metadata: ObjectMeta, byDefault: 'orphan' | 'background'): PropagationPolicy {
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background';
  return policyOfFinalizers(metadata) ?? (byDefault === 'orphan' ? 'Orphan' : 'Background');
}

/**
 * The policy adds or removes the finalizer by which the garbage collector holds an owner. Without dependants and
 * other holds the garbage collector would have nothing to do. The finalizer is then left out and the object goes at
 * once, except in dialects whose objects wait for the garbage collector anyway.
 */
async function finalizersUnder(
  policy: PropagationPolicy,
  context: ServerContext,
  { uid = '', finalizers = [] }: ObjectMeta,
): Promise<string[]> {
  const others = finalizers.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (policy === 'Background') return others;
  const hasWork = terminatesByKind(context) || others.length > 0 || (await context.dependants.of(uid)).length > 0;
  if (!hasWork) return [];
  return [...others, policy === 'Orphan' ? ORPHAN : FOREGROUND];
}
