import { finalizersOf } from '../objects/owners-and-finalizers.ts';
import type { Observation } from './observations.ts';
import { isTerminating } from './terminating.ts';
import { removesAtOnce, type Write } from './writes.ts';

/**
 * The observations of one object without its ghosts: gets and lists that show a uid after the acknowledged delete that
 * removed it, or after the acknowledged create of a later object of its name. They contradict that write, so they prove
 * nothing about the state; rules about deletes, creates and lists judge them. `writes`: those that name the object.
 *
 *     exchange 1 creates uid u1, 2 deletes it, 3 lists it again   ->   only the observation of exchange 1
 */
export function withoutGhosts(observations: readonly Observation[], writes: readonly Write[]): readonly Observation[] {
  const removed = removals(observations, writes);
  if (removed.size === 0) return observations;
  return observations.filter(
    ({ uid, began, source }) =>
      (source !== 'get' && source !== 'list') || began <= (removed.get(uid) ?? Number.POSITIVE_INFINITY),
  );
}

/**
 * By uid: the end of the write that ended its life, a delete or the create of a later object of that name. A uid that
 * a later write returns has another life.
 */
function removals(
  observations: readonly Observation[],
  writes: readonly Write[],
): ReadonlyMap<string | undefined, number> {
  const removed = new Map<string | undefined, number>();
  for (const write of writes.filter(({ outcome }) => outcome === 'acknowledged')) {
    for (const uid of endedBy(write, observations))
      if (uid !== undefined && !removed.has(uid)) removed.set(uid, write.settled);
    removed.delete(write.response?.uid);
  }
  return removed;
}

/** The uids of the objects that an acknowledged write shows to be gone. */
function endedBy(write: Write, observations: readonly Observation[]): readonly (string | undefined)[] {
  const isCreate = write.verb === 'create' && write.response !== undefined;
  if (!isCreate && !removesAtOnce(write)) return [];
  const before = observations.filter(({ ended }) => ended < write.began);
  if (isCreate) return before.map(({ uid }) => uid);
  const last = before.findLast(({ began, source }) => began > 0 && source !== 'delete');
  // An object that was seen on its way out may linger.
  const life = observations.filter(({ uid }) => uid === last?.uid);
  return life.some(({ content }) => isTerminating(content) || finalizersOf(content).length > 0) ? [] : [last?.uid];
}
