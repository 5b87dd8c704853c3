import { finalizersOf } from '../objects/owners-and-finalizers.ts';
import type { Observation } from './observations.ts';
import { isTerminating } from './terminating.ts';
import { removesAtOnce, type Write } from './writes.ts';

/**
 * The observations of one object without its ghosts: reads that show a uid after the acknowledged delete that removed
 * it. They contradict the delete, so they prove nothing about the state; rules about deletes and lists judge them.
 * `writes`: those that name the object.
 *
 *     exchange 1 creates uid u1, 2 deletes it, 3 lists it again   ->   only the observation of exchange 1
 */
export function withoutGhosts(observations: readonly Observation[], writes: readonly Write[]): readonly Observation[] {
  const removed = removals(observations, writes);
  if (removed.size === 0) return observations;
  return observations.filter(({ uid, began }) => began <= (removed.get(uid) ?? Number.POSITIVE_INFINITY));
}

/** By uid: the end of the delete that removed it. An object that was seen on its way out may linger. */
function removals(
  observations: readonly Observation[],
  writes: readonly Write[],
): ReadonlyMap<string | undefined, number> {
  const removed = new Map<string | undefined, number>();
  for (const { began, settled } of writes.filter(removesAtOnce)) {
    const last = observations.findLast((each) => each.began > 0 && each.ended < began && each.source !== 'delete');
    if (last?.uid === undefined || removed.has(last.uid)) continue;
    const life = observations.filter(({ uid }) => uid === last.uid);
    if (!life.some(({ content }) => isTerminating(content) || finalizersOf(content).length > 0))
      removed.set(last.uid, settled);
  }
  return removed;
}
