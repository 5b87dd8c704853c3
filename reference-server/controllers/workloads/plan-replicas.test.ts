import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../resources/api-object.ts';
import { type HasObject, leastWorth } from './plan-replicas.ts';

interface ReplicaShape {
  readonly node?: string;
  readonly phase?: string;
  /** When it became ready; absent if it is not. */
  readonly readySince?: string;
  readonly restartCount?: number;
  readonly creationTimestamp?: string;
}

const LONG_AGO = '2017-08-01T08:00:00Z';

function pod(
  name: string,
  { node = 'n', phase = 'Running', readySince, restartCount = 0, creationTimestamp = LONG_AGO }: ReplicaShape,
): HasObject {
  const conditions =
    readySince === undefined ? [] : [{ type: 'Ready', status: 'True', lastTransitionTime: readySince }];
  const object: ApiObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, creationTimestamp },
    spec: { nodeName: node },
    status: { phase, conditions, containerStatuses: [{ restartCount }] },
  };
  return { value: { object } };
}

describe('the pods that a smaller replica set deletes first', () => {
  it('have no node, do not run, are not ready, are ready for less time, have restarted more, are younger', () => {
    const inOrder = [
      pod('homeless', { node: '', phase: 'Pending' }),
      pod('pending', { phase: 'Pending' }),
      pod('unknown', { phase: 'Unknown' }),
      pod('unready', {}),
      pod('just ready, though old', { readySince: '2017-08-01T11:59:59Z', creationTimestamp: '2017-08-01T07:00:00Z' }),
      pod('restarted', { readySince: LONG_AGO, restartCount: 3 }),
      pod('young', { readySince: LONG_AGO, creationTimestamp: '2017-08-01T08:00:01Z' }),
      pod('old', { readySince: LONG_AGO }),
    ];
    const shuffled = [3, 7, 0, 5, 2, 6, 1, 4].flatMap((index) => inOrder[index] ?? []);
    expect(leastWorth(shuffled, 7)).toEqual(inOrder.slice(0, 7));
  });

  it('are none if there is no surplus', () => {
    expect(leastWorth([pod('a', {})], -2)).toEqual([]);
  });
});
