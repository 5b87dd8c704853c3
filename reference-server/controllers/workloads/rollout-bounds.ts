import type { ApiObject } from '../../resources/api-object.ts';
import { isAbsent, members, number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';

/** The bounds of a rollout around the wanted number of pods. */
export interface RolloutBounds {
  readonly wanted: number;
  /** The most pods at any time. */
  readonly most: number;
  /** The least number of available pods. */
  readonly leastAvailable: number;
}

/**
 * The bounds of a deployment. A percentage of `maxSurge` is rounded up, one of `maxUnavailable` down; if both are
 * zero one pod may be unavailable, because otherwise the rollout could never proceed (document,
 * RollingUpdateDeployment). Without a rolling update the maximum is the wanted number, and the deployment counts as
 * available when all are.
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
