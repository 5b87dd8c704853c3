import type { ApiObject } from '../../resources/api-object.ts';
import { members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Generations } from './revisions.ts';
import { isScaledFor, mostWhenScaled } from './revisions.ts';
import type { RolloutBounds } from './rollout-bounds.ts';

/** A replica set and the number of pods that it is to have. */
export interface Scaling {
  readonly replicaSet: ApiObject;
  readonly replicas: number;
}

export function replicasOf(replicaSet: ApiObject): number {
  return number(specOf(replicaSet)['replicas']);
}

/** Pods of it that are available; never more than it is to have. */
export function availableOf(replicaSet: ApiObject): number {
  return Math.min(replicasOf(replicaSet), number(members(replicaSet['status'])['availableReplicas']));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * What follows from a new number of replicas while there may be pods of several templates: one replica set takes all of the change, a
 * complete one takes over from the old ones, and else each takes its share, so that what is at risk stays spread as it was.
 *
 *     10 -> 15, old 5 of 10, new 5, maxSurge 3     old 8, new 10: 18 at most, half and half
 */
export function planScaling(generations: Generations, bounds: RolloutBounds, rolling: boolean): Scaling[] {
  const { current, old } = generations;
  const all = current === undefined ? old : [...old, current];
  const active = all.filter((each) => replicasOf(each) > 0);
  if (active.every((each) => isScaledFor(each, bounds.wanted))) return [];
  const [only] = active;
  if (active.length === 1 && only !== undefined) return [{ replicaSet: only, replicas: bounds.wanted }];
  if (current !== undefined && replicasOf(current) === bounds.wanted && availableOf(current) === bounds.wanted) {
    return [...active.filter((each) => each !== current).map((replicaSet) => ({ replicaSet, replicas: 0 })), { replicaSet: current, replicas: bounds.wanted }];
  }
  return rolling ? inProportion(active, bounds) : [];
}

/** The largest is first, and takes what rounding leaves; of equals the newer where pods are added, the older where they go. */
function inProportion(active: readonly ApiObject[], { wanted, most }: RolloutBounds): Scaling[] {
  const change = (wanted === 0 ? 0 : most) - sum(active.map(replicasOf));
  const byAge = change > 0 ? [...active].reverse() : [...active];
  const sorted = byAge.sort((a, b) => replicasOf(b) - replicasOf(a));
  let left = change;
  const shares = sorted.map((replicaSet) => {
    const share = shareOf(replicaSet, change, left, wanted, most);
    left -= share;
    return share;
  });
  return sorted.map((replicaSet, index) => ({ replicaSet, replicas: Math.max(0, replicasOf(replicaSet) + (shares[index] ?? 0) + (index === 0 ? left : 0)) }));
}

function shareOf(replicaSet: ApiObject, change: number, left: number, wanted: number, most: number): number {
  if (change === 0 || left === 0) return 0;
  const replicas = replicasOf(replicaSet);
  const share = wanted === 0 ? -replicas : Math.round((replicas * most) / (mostWhenScaled(replicaSet) ?? most)) - replicas;
  return change > 0 ? Math.min(Math.max(share, 0), left) : Math.max(Math.min(share, 0), left);
}
