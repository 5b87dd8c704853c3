import { describe, expect, it } from 'vitest';
import { rolloutBounds } from './rollout-bounds.ts';

function bounds(replicas: number, maxSurge: unknown, maxUnavailable: unknown): object {
  const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } };
  return rolloutBounds({ apiVersion: '', kind: '', metadata: {}, spec: { replicas, strategy } });
}

describe('the bounds of a rolling update', () => {
  it.each([
    [10, '25%', '25%', { wanted: 10, most: 13, leastAvailable: 8 }],
    [3, '25%', '25%', { wanted: 3, most: 4, leastAvailable: 3 }],
    [10, 2, 0, { wanted: 10, most: 12, leastAvailable: 10 }],
    [10, '0%', '10%', { wanted: 10, most: 10, leastAvailable: 9 }],
    [4, '100%', '100%', { wanted: 4, most: 8, leastAvailable: 0 }],
    [2, 0, 5, { wanted: 2, most: 2, leastAvailable: 0 }],
    [0, '25%', '25%', { wanted: 0, most: 0, leastAvailable: 0 }],
  ])('of %d replicas with maxSurge %s and maxUnavailable %s', (replicas, surge, unavailable, expected) => {
    expect(bounds(replicas, surge, unavailable)).toEqual(expected);
  });

  it('let one pod be unavailable if both percentages round to zero', () => {
    expect(bounds(3, '0%', '1%')).toEqual({ wanted: 3, most: 3, leastAvailable: 2 });
  });
});
