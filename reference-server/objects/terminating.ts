import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import type { ResourceStrategy } from '../resources/strategy.ts';
import type { PropagationPolicy } from './delete-options.ts';
import type { ObjectEntry } from './stored-object.ts';
import type { ServerContext } from './server-context.ts';

/** Names of the finalizers by which the garbage collector holds an owner until its dependants are processed. */
export const ORPHAN = 'orphan';
export const FOREGROUND = 'foregroundDeletion';

/**
 * The deletion policy in an object's own finalizers, which clients may have set; `undefined` if there is none
 * (document, parameter set D).
 */
export function policyOfFinalizers({ finalizers = [] }: ObjectMeta): PropagationPolicy | undefined {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : undefined;
}

/**
 * Whether a terminating object may go now: its grace period is over, it has no finalizers, and its spec holds
 * nothing. Without a grace period, the object waits for a further delete.
 */
export function mayGo(object: ApiObject, strategy: ResourceStrategy, now: number): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = object.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined || (finalizers?.length ?? 0) > 0)
    return false;
  return Date.parse(deletionTimestamp) <= now && strategy.terminate?.(object) === undefined;
}

/**
 * The version in the response to a write that deletes the object: the revision of the delete, or in some dialects
 * the last stored one.
 */
export function endedRevision({ choices }: ServerContext, last: ObjectEntry, deleted: ObjectEntry): number {
  return choices['update.ended-version'] === 'last-stored' ? last.revision : deleted.revision;
}
