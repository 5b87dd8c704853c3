import type { ApiObject } from '../../resources/api-object.ts';
import { isAbsent, members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';

/** How far a rollout may go from the number of pods that a deployment wants. */
export interface RolloutBounds {
  readonly wanted: number;
  /** Pods that there may be at most. */
  readonly most: number;
  /** Pods that must be available. */
  readonly leastAvailable: number;
}

/**
 * The bounds of a deployment: a percentage of `maxSurge` is rounded up, one of `maxUnavailable` down, and where both come to nothing one
 * pod may be unavailable, for else nothing could ever happen (document, RollingUpdateDeployment). Without a rolling update
 * there may be no more than are wanted, and the deployment counts as available when all are.
 *
 *     10 wanted, maxSurge 25%, maxUnavailable 25%      13 at most, 8 available at least
 */
export function rolloutBounds(deployment: ApiObject): RolloutBounds {
  const spec = specOf(deployment);
  const wanted = number(spec['replicas']);
  const { type, rollingUpdate } = members(spec['strategy']);
  if (type !== 'RollingUpdate') return { wanted, most: wanted, leastAvailable: wanted };
  const { maxSurge, maxUnavailable } = members(rollingUpdate);
  const surge = countOf(maxSurge, wanted, Math.ceil);
  const unavailable = countOf(maxUnavailable, wanted, Math.floor);
  return {
    wanted,
    most: wanted + surge,
    leastAvailable: wanted - Math.min(wanted, surge === 0 && unavailable === 0 ? 1 : unavailable),
  };
}

/** A count, or a percentage of the whole, rounded. */
export function countOf(share: unknown, whole: number, round: (count: number) => number): number {
  if (typeof share === 'number') return share;
  if (isAbsent(share) || typeof share !== 'string') return 0;
  return round((Number.parseInt(share, 10) * whole) / 100);
}
