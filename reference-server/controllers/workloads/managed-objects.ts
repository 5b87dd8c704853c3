import type { Kind } from '../../../spec/surface/resources.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { selectorMatches } from '../../resources/validation/label-selector-validation.ts';
import { specOf } from '../../resources/template-owner.ts';
import { controllerOf, controllerReference, isControlledBy } from '../runtime/controller-reference.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import { controlledResource, type ControllerWrites } from '../runtime/controller-writes.ts';
import { isFinished } from '../pods/pod-readiness.ts';

/** A manager and the kind of its objects. */
export interface Management {
  readonly kind: Kind;
  readonly manages: Kind;
  /** Whether ended pods count, and so can be adopted. */
  readonly countsEnded?: boolean;
}

/**
 * The objects of a kind that a manager has, after it has adopted matching orphans and released objects that its
 * selector no longer matches. A terminating manager does neither.
 */
export async function managedObjects(
  { cache, writes }: ControllerTools,
  manager: ObjectEntry,
  { kind, manages, countsEnded = false }: Management,
): Promise<ObjectEntry[]> {
  const { object } = manager.value;
  const { uid, deletionTimestamp } = object.metadata;
  const managed = cache.managedBy(uid).filter(({ value }) => isControlledBy(value.object, kind, uid));
  if (deletionTimestamp !== undefined) return managed;
  const taken: ObjectEntry[] = [];
  for (const entry of managed) {
    if (selectorMatches(specOf(object)['selector'], entry.value.object.metadata.labels)) taken.push(entry);
    else await letGo(writes, entry, uid);
  }
  const orphans = cache
    .orphans(manages, manager)
    .filter(
      ({ value }) =>
        value.object.metadata.deletionTimestamp === undefined && (countsEnded || !isFinished(value.object)),
    );
  for (const orphan of orphans) taken.push(await takeOn(writes, orphan, manager, kind));
  return taken;
}

async function takeOn(
  writes: ControllerWrites,
  orphan: ObjectEntry,
  manager: ObjectEntry,
  managerKind: Kind,
): Promise<ObjectEntry> {
  const reference = controllerReference(manager, controlledResource(managerKind));
  return writes.change(orphan, (object) => ({
    ...object,
    metadata: { ...object.metadata, ownerReferences: [...(object.metadata.ownerReferences ?? []), reference] },
  }));
}

/** A terminating object keeps its reference, because it goes anyway. */
async function letGo(writes: ControllerWrites, entry: ObjectEntry, uid: string | undefined): Promise<void> {
  if (entry.value.object.metadata.deletionTimestamp !== undefined) return;
  await writes.change(entry, (object) => {
    const others = (object.metadata.ownerReferences ?? []).filter(
      (reference) => controllerOf({ ...object, metadata: { ownerReferences: [reference] } })?.uid !== uid,
    );
    const { ownerReferences: _, ...metadata } = object.metadata;
    return { ...object, metadata: others.length === 0 ? metadata : { ...metadata, ownerReferences: others } };
  });
}
