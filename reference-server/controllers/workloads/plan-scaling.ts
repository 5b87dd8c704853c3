import type { ApiObject } from '../../resources/api-object.ts';
import { members, number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { byAge, type Generations, isScaledFor, mostWhenScaled } from './revisions.ts';
import type { RolloutBounds } from './rollout-bounds.ts';

/** A replica set and its new number of pods. */
export interface Scaling {
  readonly replicaSet: ApiObject;
  readonly replicas: number;
}

export function replicasOf(replicaSet: ApiObject): number {
  return number(specOf(replicaSet)['replicas']);
}

/** The larger one of its wanted and its reported pods: surplus pods exist until its status says otherwise. */
export function occupiedBy(replicaSet: ApiObject): number {
  return Math.max(replicasOf(replicaSet), number(members(replicaSet['status'])['replicas']));
}

/** The number of its available pods, at most the wanted number. */
export function availableOf(replicaSet: ApiObject): number {
  return Math.min(replicasOf(replicaSet), number(members(replicaSet['status'])['availableReplicas']));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * The effects of a new number of replicas while there may be pods of several templates. A single replica set takes
 * the whole change, a complete one takes over from the old ones, and otherwise each takes its share, so the risk
 * stays spread. A paused deployment scales only here; if none has pods, the newest takes all.
 *
 *     10 -> 15, old 5 of 10, new 5, maxSurge 3     old 8, new 10: 18 at most, half and half
 */
export function planScaling(deployment: ApiObject, generations: Generations, bounds: RolloutBounds): Scaling[] {
  const { current, old } = generations;
  const { paused, strategy } = specOf(deployment);
  const active = inUse(generations).filter((each) => replicasOf(each) > 0);
  if (paused !== true && active.every((each) => isScaledFor(each, bounds.wanted))) return [];
  const only = active.length === 0 ? (current ?? old.at(-1)) : active[0];
  if (active.length <= 1) return only === undefined ? [] : [{ replicaSet: only, replicas: bounds.wanted }];
  if (current !== undefined && isSaturated(current, bounds.wanted))
    return active.filter((each) => each !== current).map((replicaSet) => ({ replicaSet, replicas: 0 }));
  if (members(strategy)['type'] !== 'RollingUpdate') return [];
  return inProportion(active, bounds, number(members(deployment['status'])['replicas']));
}

/** All of its replica sets, the oldest first. */
function inUse({ current, old }: Generations): readonly ApiObject[] {
  return current === undefined ? old : byAge([...old, current]);
}

/** Whether it was scaled for that number of pods, and has them all. */
function isSaturated(replicaSet: ApiObject, wanted: number): boolean {
  return isScaledFor(replicaSet, wanted) && replicasOf(replicaSet) === wanted && availableOf(replicaSet) === wanted;
}

/**
 * The largest is first, and takes the rounding difference; of equals the newer when growing, the older when
 * shrinking.
 */
function inProportion(active: readonly ApiObject[], { wanted, most }: RolloutBounds, replicasNow: number): Scaling[] {
  const change = (wanted === 0 ? 0 : most) - sum(active.map(replicasOf));
  const inOrder = change > 0 ? [...active].reverse() : [...active];
  const sorted = inOrder.sort((a, b) => replicasOf(b) - replicasOf(a));
  let left = change;
  const shares = sorted.map((replicaSet) => {
    const share =
      left === 0
        ? 0
        : shareOf(replicaSet, wanted === 0 ? 0 : most, mostWhenScaled(replicaSet) ?? Math.max(replicasNow, 1));
    const taken = change > 0 ? Math.min(Math.max(share, 0), left) : Math.max(Math.min(share, 0), left);
    left -= taken;
    return taken;
  });
  return sorted.map((replicaSet, index) => ({
    replicaSet,
    replicas: Math.max(0, replicasOf(replicaSet) + (shares[index] ?? 0) + (index === 0 ? left : 0)),
  }));
}

/** How much a replica set grows if `most` pods are allowed in all, and `before` were when it was last scaled. */
function shareOf(replicaSet: ApiObject, most: number, before: number): number {
  return Math.round((replicasOf(replicaSet) * most) / before) - replicasOf(replicaSet);
}
