import { describe, expect, it } from 'vitest';
import { causesOf } from './causes.ts';
import type { TrafficDifference } from '../values/difference.ts';

const MAPS = '/api/v1/namespaces/n/configmaps';
function difference(
  exchange: number,
  request: string,
  subject: string,
  more: Partial<TrafficDifference> = {},
): TrafficDifference {
  return {
    exchange,
    request,
    subject,
    kind: 'value',
    place: '$.data.k',
    field: '$.data.k',
    expected: '"1"',
    actual: '"2"',
    values: ['1', '2'],
    ...more,
  };
}
const folded = (
  ...differences: readonly TrafficDifference[]
): readonly (readonly [string, readonly number[], readonly number[]])[] =>
  causesOf(differences).map((cause) => [
    cause.kind,
    cause.differences.map(({ exchange }) => exchange),
    cause.cascades.map(({ exchange }) => exchange),
  ]);
const status: Partial<TrafficDifference> = {
  kind: 'status',
  place: 'status',
  field: 'status',
  expected: '409',
  actual: '200',
};

describe('the causes of differences', () => {
  it('are writes with another result, and fold later differences in the object, its list and its watch', () => {
    expect(
      folded(
        difference(1, `GET ${MAPS}?watch=true`, 'configmaps n/a', { place: 'event 1 (MODIFIED n/a) $.object.data.k' }),
        difference(4, `PUT ${MAPS}/a`, 'configmaps n/a', status),
        difference(5, `GET ${MAPS}/a`, 'configmaps n/a'),
        difference(6, `GET ${MAPS}`, 'configmaps n/a', { place: '$.items[0].data.k' }),
        difference(7, `GET ${MAPS}`, 'configmaps n/*', { field: '$.metadata.x' }),
      ),
    ).toEqual([['status', [4], [5, 6, 7, 1]]]);
  });

  it('are separate for different defects, and one for the same defect of several objects', () => {
    expect(
      folded(
        difference(4, `PUT ${MAPS}/a`, 'configmaps n/a', status),
        difference(5, `GET ${MAPS}/b`, 'configmaps n/b'),
      ),
    ).toHaveLength(2);
    expect(
      folded(difference(4, `GET ${MAPS}/a`, 'configmaps n/a'), difference(5, `GET ${MAPS}/b`, 'configmaps n/b')),
    ).toEqual([['value', [4, 5], []]]);
  });

  it('do not fold differences that the write does not explain', () => {
    const put = difference(4, `PUT ${MAPS}/a`, 'configmaps n/a', status);
    const later = (more: Partial<TrafficDifference>): TrafficDifference =>
      difference(5, `GET ${MAPS}/a`, 'configmaps n/a', more);
    const independent: Partial<TrafficDifference>[] = [
      { kind: 'order', place: '$.spec.containers', field: '$.spec.containers' },
      { kind: 'status', place: 'status', field: 'status', expected: '200', actual: '500 (etcd)' },
      { kind: 'status', place: 'status', field: 'status', expected: '200', actual: '404' },
      { kind: 'missing-event', place: 'event 3 (ERROR)', field: 'event ERROR', expected: 'ERROR' },
    ];
    for (const more of independent) expect(folded(put, later(more)).map(([, own]) => own)).toEqual([[4], [5]]);
    const gone = { ...status, expected: '200', actual: '404' };
    expect(folded(difference(4, `DELETE ${MAPS}/a`, 'configmaps n/a', status), later(gone))).toHaveLength(1);
  });

  it('fold nothing beneath a create that only has another success code', () => {
    const create = difference(3, `POST ${MAPS}`, 'configmaps n/a', { ...status, expected: '201', actual: '200' });
    expect(folded(create, difference(4, `GET ${MAPS}/a`, 'configmaps n/a')).map(([, own]) => own)).toEqual([[3], [4]]);
  });

  it('fold nothing if a Status replaces an object', () => {
    const refused = difference(3, `PUT ${MAPS}/a`, 'configmaps n/a', status);
    const instead = difference(4, `GET ${MAPS}/a`, 'configmaps n/a', {
      place: '$.kind',
      field: '$.kind',
      values: ['ConfigMap', 'Status'],
    });
    expect(folded(refused, instead).map(([, own]) => own)).toEqual([[3], [4]]);
  });

  it('include all differences in a namespace that was not created', () => {
    expect(
      folded(
        difference(1, 'POST /api/v1/namespaces', 'namespaces /n', status),
        difference(2, `POST ${MAPS}`, 'configmaps n/a', status),
      ),
    ).toEqual([['status', [1], [2]]]);
  });

  it('have one fingerprint for all names and values', () => {
    const [one] = causesOf([difference(4, `GET ${MAPS}/a`, 'configmaps n/a')]);
    const [other] = causesOf([
      difference(9, `GET ${MAPS.replace('/n/', '/m/')}/b?pretty=true`, 'configmaps m/b', {
        expected: '"3"',
        actual: '"4"',
      }),
    ]);
    expect(one?.fingerprint).toBe(other?.fingerprint);
  });
});
