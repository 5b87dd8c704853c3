import { operationOf } from './causes.ts';
import type { TrafficDifference } from '../values/difference.ts';

/**
 * A place that differs between two runs of the same traffic on one server, and the number of differences that it
 * removed.
 */
export interface NoiseCount {
  readonly operation: string;
  readonly kind: TrafficDifference['kind'];
  readonly field: string;
  readonly count: number;
}

/**
 * Removes differences whose kind and place also differed when the same traffic was sent twice to one server: `noise`
 * are the differences of those two runs. Removed differences are counted by place.
 */
export function withoutNoise(
  differences: readonly TrafficDifference[],
  noise: readonly TrafficDifference[],
): { readonly differences: readonly TrafficDifference[]; readonly counts: readonly NoiseCount[] } {
  const counts = new Map<
    string,
    { operation: string; kind: TrafficDifference['kind']; field: string; count: number }
  >();
  for (const each of noise)
    counts.set(placeOf(each), { operation: operationOf(each), kind: each.kind, field: each.field, count: 0 });
  const kept = differences.filter((difference) => {
    const known = counts.get(placeOf(difference));
    if (known !== undefined) known.count += 1;
    return known === undefined;
  });
  return { differences: kept, counts: [...counts.values()] };
}

function placeOf(difference: TrafficDifference): string {
  return [operationOf(difference), difference.kind, difference.field].join('\n');
}
