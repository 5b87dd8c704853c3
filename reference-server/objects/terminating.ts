import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import type { ResourceStrategy } from '../resources/strategy.ts';
import type { PropagationPolicy } from './delete-options.ts';
import type { ObjectEntry } from './stored-object.ts';
import type { ServerContext } from './server-context.ts';

/** Names of the finalizers by which the collector holds an owner until its dependants are dealt with. */
export const ORPHAN = 'orphan';
export const FOREGROUND = 'foregroundDeletion';

/** What an object's own finalizers say of its dependants, which clients may have set; `undefined` where they say nothing (document, parameter set D). */
export function policyOfFinalizers({ finalizers = [] }: ObjectMeta): PropagationPolicy | undefined {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : undefined;
}

/** Whether an object that is being deleted may go now: its grace, without which it waits for a further delete, is over, no finalizer is left and nothing in its spec holds it. */
export function mayGo(object: ApiObject, strategy: ResourceStrategy, now: number): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = object.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined || (finalizers?.length ?? 0) > 0)
    return false;
  return Date.parse(deletionTimestamp) <= now && strategy.terminate?.(object) === undefined;
}

/** The version that the answer of a write shows of the object that it removed: that of the removal, in some dialects the last one stored. */
export function endedRevision({ choices }: ServerContext, last: ObjectEntry, removal: ObjectEntry): number {
  return choices['update.ended-version'] === 'last-stored' ? last.revision : removal.revision;
}
