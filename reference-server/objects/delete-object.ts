import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import { conflict, forbidden, notFound } from './refusals.ts';
import { unlessRefused } from '../resources/api-error.ts';
import { timestamp } from './clock.ts';
import type { DeleteOptions, PropagationPolicy } from './delete-options.ts';
import { FOREGROUND, ORPHAN, endedRevision, mayGo, policyOfFinalizers } from './terminating.ts';
import { objectKey } from './object-key.ts';
import { sameJson } from '../resources/same-json.ts';
import type { ObjectEntry } from './stored-object.ts';
import { storedObject } from './stored-object.ts';
import type { ObjectAddress, ServerContext } from './server-context.ts';
import { strategyOf } from './server-context.ts';

/** The last second that RFC 3339 can name, in milliseconds. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

export interface Deleted {
  /** The object as it last was, or as it lingers. */
  readonly entry: ObjectEntry;
  readonly removed: boolean;
}

/**
 * Removes an object, or marks it as being deleted where something holds it: a grace period, a finalizer, dependants that the policy
 * waits for, or contents. Where the dialect has kinds linger in ways of their own, those that can have a grace period are marked before
 * they go, and a second delete marks again. Throws `ApiError`: 404, 403 the kind refuses it, 409 another uid or version, or contents are being
 * removed already.
 */
export async function deleteObject(
  context: ServerContext,
  address: ObjectAddress,
  options: DeleteOptions,
): Promise<Deleted> {
  const { resource, namespace, name } = address;
  const key = objectKey(resource, namespace, name);
  const known = context.store.atHand?.(key);
  // What is refused, or changes nothing, for what may be no longer so is looked at again.
  const early =
    known === undefined ? undefined : await unlessRefused(() => deleted(context, address, key, known, options));
  if (early !== undefined && early.entry !== known) return early;
  for (;;) {
    const current = context.store.getNow?.(key) ?? (await context.store.get(key));
    if (current === undefined) throw notFound(context, resource, name);
    const done = await deleted(context, address, key, current, options);
    if (done !== undefined) return done;
  }
}

/** What has come of one step; `undefined` where there is another to follow, or another write has come between. */
async function deleted(
  context: ServerContext,
  address: ObjectAddress,
  key: string,
  current: ObjectEntry,
  options: DeleteOptions,
): Promise<Deleted | undefined> {
  const { object: before } = current.value;
  requireDeletable(context, address, current, options);
  const holds = await holdsOn(context, address, before, options);
  const first = isMarkedFirst(context, address, current);
  if (!first && isFree(context, address, before, holds)) return removed(context, key, current);
  const object = marked(context, address, before, options, holds);
  if (first || isShortened(context, address, object, before)) {
    await context.store.write(key, storedObject(object, current.value), { expect: current.revision });
    return undefined;
  }
  if (mayGo(object, strategyOf(context, address.resource), context.clock.now())) return removed(context, key, current);
  if (!isMarkedAgain(context, address.resource) && sameJson(object, before)) return { entry: current, removed: false };
  const written = await context.store.write(key, storedObject(object, current.value), { expect: current.revision });
  return written.ok ? { entry: written.entry, removed: false } : undefined;
}

async function removed(context: ServerContext, key: string, current: ObjectEntry): Promise<Deleted | undefined> {
  const done = await context.store.remove(key, { expect: current.revision });
  return done.ok
    ? { entry: { ...done.entry, revision: endedRevision(context, current, done.entry) }, removed: true }
    : undefined;
}

/** What a delete would have wait before the object goes. */
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

/** Whether a first delete finds nothing that holds the object: then the marks, which nobody would see, need not be made. */
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

/** Whether the mark is a change of its own, which watches are told of, before the removal. */
function isMarkedFirst(context: ServerContext, { resource }: ObjectAddress, { value }: ObjectEntry): boolean {
  return (
    lingersByKind(context) &&
    strategyOf(context, resource).gracePeriod !== undefined &&
    value.object.metadata.deletionTimestamp === undefined
  );
}

/** Whether a later delete takes the grace that is left: its mark is a change of its own too. */
function isShortened(
  context: ServerContext,
  { resource }: ObjectAddress,
  { metadata }: ApiObject,
  { metadata: before }: ApiObject,
): boolean {
  return (
    lingersByKind(context) &&
    strategyOf(context, resource).gracePeriod !== undefined &&
    metadata.deletionGracePeriodSeconds !== before.deletionGracePeriodSeconds
  );
}

/** Whether a delete of what is being deleted makes a new version of it, though all that changes may be fractions of a second. */
function isMarkedAgain(context: ServerContext, resource: Resource): boolean {
  return lingersByKind(context) && strategyOf(context, resource).gracePeriod === undefined;
}

function lingersByKind(context: ServerContext): boolean {
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

/** The object with the marks of a deletion on it. */
function marked(
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
  const marks =
    object.metadata.deletionTimestamp === undefined || isMarkedAgain(context, resource)
      ? firstMarks(object.metadata, grace, context.clock.now())
      : laterMarks(object.metadata, grace, isPatient);
  const metadata: ObjectMeta = {
    ...kept,
    ...(waitsForAnother(context, address, object) ? withoutGrace(marks) : marks),
  };
  const lingering: ApiObject = {
    ...object,
    metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers },
  };
  return strategy.terminate?.(lingering) ?? lingering;
}

/** Whether what has contents waits for a further delete when they are gone: it has no grace period until then. */
function waitsForAnother(context: ServerContext, { resource }: ObjectAddress, object: ApiObject): boolean {
  return (
    context.choices['delete.emptied-namespaces'] === 'when-deleted-again' &&
    strategyOf(context, resource).terminate?.(object) !== undefined
  );
}

function withoutGrace(marks: Partial<ObjectMeta>): Partial<ObjectMeta> {
  const { deletionGracePeriodSeconds: _, ...others } = marks;
  return others;
}

function withoutFinalizers(metadata: ObjectMeta): ObjectMeta {
  const { finalizers: _, ...kept } = metadata;
  return kept;
}

/** A first delete starts the grace period. A generation, where there is one, grows once. */
function firstMarks({ deletionTimestamp, generation }: ObjectMeta, grace: number, now: number): Partial<ObjectMeta> {
  return {
    deletionTimestamp: timestamp(Math.min(now + grace * 1000, LATEST)),
    deletionGracePeriodSeconds: grace,
    ...(deletionTimestamp === undefined && generation !== undefined && generation > 0
      ? { generation: generation + 1 }
      : {}),
  };
}

/**
 * A later delete can only shorten the grace period, which began with the first; one that asks for none is content with what there is.
 *
 * A worked example: after a delete at 12:00:00 with 60 seconds, one at 12:00:10 with 20 has the object go at 12:00:20; one with 70, or
 * with nothing said, changes nothing.
 */
function laterMarks(
  { deletionTimestamp = '', deletionGracePeriodSeconds: old = 0 }: ObjectMeta,
  grace: number,
  isPatient: boolean,
): Partial<ObjectMeta> {
  if (isPatient || grace >= old) return {};
  const begun = Math.max(0, Date.parse(deletionTimestamp) - old * 1000);
  return { deletionTimestamp: timestamp(Math.min(begun + grace * 1000, LATEST)), deletionGracePeriodSeconds: grace };
}

/** What was asked for, else what the object's own finalizers say, else the kind's default (document, parameter set D). */
function policyOf(options: DeleteOptions, metadata: ObjectMeta, byDefault: 'orphan' | 'background'): PropagationPolicy {
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background';
  return policyOfFinalizers(metadata) ?? (byDefault === 'orphan' ? 'Orphan' : 'Background');
}

/**
 * The policy adds or removes the finalizer by which the collector holds an owner. Where the object has no dependants and nothing else
 * holds it, the collector would have nothing to do, so the finalizer is left out and the object goes at once - but for dialects in which
 * it waits for the collector all the same.
 */
async function finalizersUnder(
  policy: PropagationPolicy,
  context: ServerContext,
  { uid = '', finalizers = [] }: ObjectMeta,
): Promise<string[]> {
  const others = finalizers.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (policy === 'Background') return others;
  const hasWork = lingersByKind(context) || others.length > 0 || (await context.dependants.of(uid)).length > 0;
  if (!hasWork) return [];
  return [...others, policy === 'Orphan' ? ORPHAN : FOREGROUND];
}
