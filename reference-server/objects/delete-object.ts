import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import { conflict, forbidden, notFound } from './refusals.ts';
import { unlessRefused } from '../resources/api-error.ts';
import { timestamp } from './clock.ts';
import type { DeleteOptions, PropagationPolicy } from './delete-options.ts';
import { FOREGROUND, ORPHAN, endedRevision, mayGo, policyOfFinalizers } from './lingering.ts';
import { objectKey } from './object-key.ts';
import { sameJson } from '../resources/same-json.ts';
import type { ObjectEntry } from './stored-object.ts';
import { storedObject } from './stored-object.ts';
import type { ObjectAddress, World } from './world.ts';
import { strategyOf } from './world.ts';

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
export async function deleteObject(world: World, address: ObjectAddress, options: DeleteOptions): Promise<Deleted> {
  const { resource, namespace, name } = address;
  const key = objectKey(resource, namespace, name);
  const known = world.store.atHand?.(key);
  // What is refused, or changes nothing, for what may be no longer so is looked at again.
  const early =
    known === undefined ? undefined : await unlessRefused(() => deleted(world, address, key, known, options));
  if (early !== undefined && early.entry !== known) return early;
  for (;;) {
    const current = world.store.getNow?.(key) ?? (await world.store.get(key));
    if (current === undefined) throw notFound(world, resource, name);
    const done = await deleted(world, address, key, current, options);
    if (done !== undefined) return done;
  }
}

/** What has come of one step; `undefined` where there is another to follow, or another write has come between. */
async function deleted(
  world: World,
  address: ObjectAddress,
  key: string,
  current: ObjectEntry,
  options: DeleteOptions,
): Promise<Deleted | undefined> {
  const { object: before } = current.value;
  requireDeletable(world, address, current, options);
  const holds = await holdsOn(world, address, before, options);
  const first = isMarkedFirst(world, address, current);
  if (!first && isFree(world, address, before, holds)) return removed(world, key, current);
  const object = marked(world, address, before, options, holds);
  if (first || isShortened(world, address, object, before)) {
    await world.store.write(key, storedObject(object, current.value), { expect: current.revision });
    return undefined;
  }
  if (mayGo(object, strategyOf(world, address.resource), world.clock.now())) return removed(world, key, current);
  if (!isMarkedAgain(world, address.resource) && sameJson(object, before)) return { entry: current, removed: false };
  const written = await world.store.write(key, storedObject(object, current.value), { expect: current.revision });
  return written.ok ? { entry: written.entry, removed: false } : undefined;
}

async function removed(world: World, key: string, current: ObjectEntry): Promise<Deleted | undefined> {
  const done = await world.store.remove(key, { expect: current.revision });
  return done.ok
    ? { entry: { ...done.entry, revision: endedRevision(world, current, done.entry) }, removed: true }
    : undefined;
}

/** What a delete would have wait before the object goes. */
interface Holds {
  /** Seconds. */
  readonly grace: number;
  readonly finalizers: readonly string[];
}

async function holdsOn(
  world: World,
  { resource }: ObjectAddress,
  object: ApiObject,
  options: DeleteOptions,
): Promise<Holds> {
  const { gracePeriod, defaultPropagation } = strategyOf(world, resource);
  const policy = policyOf(options, object.metadata, defaultPropagation);
  return {
    grace: gracePeriod?.(object, options.gracePeriodSeconds) ?? 0,
    finalizers: await finalizersUnder(policy, world, object.metadata),
  };
}

/** Whether a first delete finds nothing that holds the object: then the marks, which nobody would see, need not be made. */
function isFree(world: World, { resource }: ObjectAddress, object: ApiObject, { grace, finalizers }: Holds): boolean {
  return (
    object.metadata.deletionTimestamp === undefined &&
    grace <= 0 &&
    finalizers.length === 0 &&
    strategyOf(world, resource).terminate?.(object) === undefined
  );
}

/** Whether the mark is a change of its own, which watches are told of, before the removal. */
function isMarkedFirst(world: World, { resource }: ObjectAddress, { value }: ObjectEntry): boolean {
  return (
    lingersByKind(world) &&
    strategyOf(world, resource).gracePeriod !== undefined &&
    value.object.metadata.deletionTimestamp === undefined
  );
}

/** Whether a later delete takes the grace that is left: its mark is a change of its own too. */
function isShortened(
  world: World,
  { resource }: ObjectAddress,
  { metadata }: ApiObject,
  { metadata: before }: ApiObject,
): boolean {
  return (
    lingersByKind(world) &&
    strategyOf(world, resource).gracePeriod !== undefined &&
    metadata.deletionGracePeriodSeconds !== before.deletionGracePeriodSeconds
  );
}

/** Whether a delete of what is being deleted makes a new version of it, though all that changes may be fractions of a second. */
function isMarkedAgain(world: World, resource: Resource): boolean {
  return lingersByKind(world) && strategyOf(world, resource).gracePeriod === undefined;
}

function lingersByKind(world: World): boolean {
  return world.answers['delete.lingering'] === 'by-kind';
}

function requireDeletable(
  world: World,
  { resource, name }: ObjectAddress,
  { value: { object }, revision }: ObjectEntry,
  options: DeleteOptions,
): void {
  const strategy = strategyOf(world, resource);
  const { uid, deletionTimestamp } = object.metadata;
  if (options.uid !== undefined && options.uid !== uid) {
    throw conflict(
      world,
      resource,
      name,
      `the precondition names uid "${options.uid}", but that of the object is "${uid}"`,
      world.answers['errors.groups'] === 'by-kind' ? 'kind' : 'plural',
    );
  }
  if (options.resourceVersion !== undefined && options.resourceVersion !== String(revision)) {
    throw conflict(
      world,
      resource,
      name,
      `the precondition names version "${options.resourceVersion}", but that of the object is "${revision}"`,
    );
  }
  const refusal = strategy.refuseDelete?.(object);
  if (refusal !== undefined) throw forbidden(world, resource, name, refusal);
  if (deletionTimestamp !== undefined && strategy.terminate?.(object) !== undefined) {
    throw conflict(world, resource, name, 'what it contains is being removed; it goes when that is done');
  }
}

/** The object with the marks of a deletion on it. */
function marked(
  world: World,
  address: ObjectAddress,
  object: ApiObject,
  options: DeleteOptions,
  { grace, finalizers }: Holds,
): ApiObject {
  const { resource } = address;
  const strategy = strategyOf(world, resource);
  const kept: ObjectMeta = Object.hasOwn(object.metadata, 'finalizers')
    ? withoutFinalizers(object.metadata)
    : object.metadata;
  const isPatient = strategy.gracePeriod !== undefined && options.gracePeriodSeconds === undefined;
  const marks =
    object.metadata.deletionTimestamp === undefined || isMarkedAgain(world, resource)
      ? firstMarks(object.metadata, grace, world.clock.now())
      : laterMarks(object.metadata, grace, isPatient);
  const metadata: ObjectMeta = { ...kept, ...(waitsForAnother(world, address, object) ? withoutGrace(marks) : marks) };
  const lingering: ApiObject = {
    ...object,
    metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers },
  };
  return strategy.terminate?.(lingering) ?? lingering;
}

/** Whether what has contents waits for a further delete when they are gone: it has no grace period until then. */
function waitsForAnother(world: World, { resource }: ObjectAddress, object: ApiObject): boolean {
  return (
    world.answers['delete.emptied-namespaces'] === 'when-deleted-again' &&
    strategyOf(world, resource).terminate?.(object) !== undefined
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
  world: World,
  { uid = '', finalizers = [] }: ObjectMeta,
): Promise<string[]> {
  const others = finalizers.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (policy === 'Background') return others;
  const hasWork = lingersByKind(world) || others.length > 0 || (await world.dependants.of(uid)).length > 0;
  if (!hasWork) return [];
  return [...others, policy === 'Orphan' ? ORPHAN : FOREGROUND];
}
