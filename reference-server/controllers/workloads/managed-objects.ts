import type { Kind } from '../../../spec/surface/resources.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { selectorMatches } from '../../resources/label-selector-validation.ts';
import { specOf } from '../../resources/template-owner.ts';
import { controllerOf, controllerReference, isControlledBy } from '../loop/controller-reference.ts';
import { loopResource } from '../loop/loop-writes.ts';
import type { LoopWrites } from '../loop/loop-writes.ts';
import type { ObjectCache } from '../loop/object-cache.ts';
import { isFinished } from '../pods/pod-readiness.ts';

/**
 * The objects of a kind that a manager has, after it has taken on those that its selector takes and nobody manages, and has let go of
 * those that its selector no longer takes. One that is being deleted does neither.
 */
export async function managedObjects(cache: ObjectCache, writes: LoopWrites, manager: ObjectEntry, managerKind: Kind, kind: Kind): Promise<ObjectEntry[]> {
  const { object } = manager.value;
  const { uid, deletionTimestamp } = object.metadata;
  const managed = cache.managedBy(uid).filter(({ value }) => isControlledBy(value.object, managerKind, uid));
  if (deletionTimestamp !== undefined) return managed;
  const taken = managed.filter(({ value }) => selectorMatches(specOf(object)['selector'], value.object.metadata.labels));
  for (const entry of managed) if (!taken.includes(entry)) await letGo(writes, entry, uid);
  const strays = cache.strays(kind, manager).filter(({ value }) => value.object.metadata.deletionTimestamp === undefined && !isFinished(value.object));
  const adopted: ObjectEntry[] = [];
  for (const stray of strays) adopted.push(await takeOn(writes, stray, manager, managerKind));
  return [...taken, ...adopted];
}

async function takeOn(writes: LoopWrites, stray: ObjectEntry, manager: ObjectEntry, managerKind: Kind): Promise<ObjectEntry> {
  const reference = controllerReference(manager, loopResource(managerKind));
  return writes.change(stray, (object) => ({ ...object, metadata: { ...object.metadata, ownerReferences: [...(object.metadata.ownerReferences ?? []), reference] } }));
}

/** One that is being deleted keeps its reference: it goes anyway. */
async function letGo(writes: LoopWrites, entry: ObjectEntry, uid: string | undefined): Promise<void> {
  if (entry.value.object.metadata.deletionTimestamp !== undefined) return;
  await writes.change(entry, (object) => {
    const others = (object.metadata.ownerReferences ?? []).filter((reference) => controllerOf({ ...object, metadata: { ownerReferences: [reference] } })?.uid !== uid);
    const { ownerReferences: _, ...metadata } = object.metadata;
    return { ...object, metadata: others.length === 0 ? metadata : { ...metadata, ownerReferences: others } };
  });
}
