import type { ApiObject } from '../../resources/api-object.ts';
import { availableOf, occupiedBy, replicasOf, type Scaling, sum } from './plan-scaling.ts';
import type { RolloutBounds } from './rollout-bounds.ts';

/**
 * The replicas of a new or growing replica set at the next step of a rolling update, given those of the others. Pods
 * to be removed count until they are gone, so the maximum is never exceeded.
 */
export function nextReplicas(replicas: number, others: readonly ApiObject[], { wanted, most }: RolloutBounds): number {
  if (replicas >= wanted) return wanted;
  const room = most - replicas - sum(others.map(occupiedBy));
  return Math.min(wanted, replicas + Math.max(0, room));
}

/**
 * The next step of a rolling update: the new replica set grows as far as maxSurge allows. When it need not or
 * cannot, the old ones shrink as far as maxUnavailable allows, unavailable pods first.
 *
 *     wanted 10, at most 13, available at least 8
 *     old 10 (10 available)                  new 3
 *     old 10 (10), new 3 (0 available)       old 8
 *     old 8 (8), new 3 (0)                   new 5
 *     old 8 (8), new 5 (5)                   old 3
 */
export function planRollingUpdate(current: ApiObject, old: readonly ApiObject[], bounds: RolloutBounds): Scaling[] {
  const next = nextReplicas(replicasOf(current), old, bounds);
  if (next !== replicasOf(current)) return [{ replicaSet: current, replicas: next }];
  const all = [...old, current];
  const waiting = replicasOf(current) - availableOf(current);
  const mayGo = sum(all.map(replicasOf)) - bounds.leastAvailable - waiting;
  const sizes = new Map(old.map((each) => [each, replicasOf(each)]));
  let left = Math.max(0, mayGo);
  const shrink = (replicaSet: ApiObject, most: number): number => {
    const gone = Math.max(0, Math.min(most, left, sizes.get(replicaSet) ?? 0));
    sizes.set(replicaSet, (sizes.get(replicaSet) ?? 0) - gone);
    left -= gone;
    return gone;
  };
  for (const each of old) shrink(each, replicasOf(each) - availableOf(each));
  let spare = sum(all.map(availableOf)) - bounds.leastAvailable;
  for (const each of old) spare -= shrink(each, spare);
  return [...sizes].flatMap(([replicaSet, replicas]) =>
    replicas === replicasOf(replicaSet) ? [] : [{ replicaSet, replicas }],
  );
}

/** The next step of a Recreate: all old ones to zero, and when their pods are gone the new one to all. */
export function planRecreate(
  current: ApiObject | undefined,
  old: readonly ApiObject[],
  bounds: RolloutBounds,
  oldPodsRun: boolean,
): Scaling[] {
  const ending = old.filter((each) => replicasOf(each) > 0).map((replicaSet) => ({ replicaSet, replicas: 0 }));
  if (ending.length > 0 || oldPodsRun || current === undefined || replicasOf(current) === bounds.wanted) return ending;
  return [{ replicaSet: current, replicas: bounds.wanted }];
}
