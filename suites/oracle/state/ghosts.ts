import { finalizersOf } from '../objects/owners-and-finalizers.ts';
import type { Observation } from './observations.ts';
import { isTerminating } from './terminating.ts';
import { removesAtOnce, type Write } from './writes.ts';

/**
 * The observations of one object without its ghosts: reads that show a uid after the acknowledged delete that removed
 * it, or after the acknowledged create of a later object of its name. They contradict that write, so they prove nothing
 * about the state; rules about deletes, creates and lists judge them.
 * `writes`: those that name the object.
 *
 *     exchange 1 creates uid u1, 2 deletes it, 3 lists it again   ->   only the observation of exchange 1
 */
export function withoutGhosts(observations: readonly Observation[], writes: readonly Write[]): readonly Observation[] {
  const removed = removals(observations, writes);
  if (removed.size === 0) return observations;
  return observations.filter(({ uid, began }) => began <= (removed.get(uid) ?? Number.POSITIVE_INFINITY));
}

/** By uid: the end of the write that ended its life, a delete or the create of a later object of that name. */
function removals(
  observations: readonly Observation[],
  writes: readonly Write[],
): ReadonlyMap<string | undefined, number> {
  const removed = new Map<string | undefined, number>();
  const remove = (uid: string | undefined, settled: number): void => {
    if (uid !== undefined && !removed.has(uid)) removed.set(uid, settled);
  };
  for (const write of writes.filter((each) => each.outcome === 'acknowledged'))
    for (const uid of endedBy(write, observations)) remove(uid, write.settled);
  return removed;
}

/** The uids of the objects that an acknowledged write shows to be gone. */
function endedBy(write: Write, observations: readonly Observation[]): readonly (string | undefined)[] {
  const before = observations.filter(({ ended }) => ended < write.began);
  if (write.verb === 'create' && write.response !== undefined)
    return before.map(({ uid }) => uid).filter((uid) => uid !== write.response?.uid);
  if (!removesAtOnce(write)) return [];
  const last = before.findLast(({ began, source }) => began > 0 && source !== 'delete');
  // An object that was seen on its way out may linger.
  const life = observations.filter(({ uid }) => uid === last?.uid);
  return life.some(({ content }) => isTerminating(content) || finalizersOf(content).length > 0) ? [] : [last?.uid];
}
