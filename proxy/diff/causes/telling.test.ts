import { describe, expect, it } from 'vitest';
import { causesOf } from './causes.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { turnOf } from './telling.ts';

function difference(exchange: number, request: string, kind: TrafficDifference['kind']): TrafficDifference {
  const field = kind === 'status' ? 'status' : `$.data.k${exchange}`;
  return { exchange, request, kind, place: field, field, subject: `subject ${exchange}`, expected: '1', actual: '2' };
}

describe('the order of causes', () => {
  it('puts writes before reads, outcomes before bodies, and paths without objects last', () => {
    const maps = '/api/v1/namespaces/a/configmaps';
    const found = [
      difference(1, 'GET /version', 'value'),
      difference(2, 'GET /apis', 'status'),
      difference(3, `GET ${maps}/x?pretty=true`, 'value'),
      difference(4, `GET ${maps}`, 'status'),
      difference(5, `PUT ${maps}/x`, 'value'),
      difference(6, `PATCH ${maps}/x`, 'status'),
      difference(7, `POST ${maps}`, 'status'),
    ];
    const causes = causesOf(found).sort((one, other) => turnOf(one) - turnOf(other));
    expect(causes.map(({ differences }) => differences[0]?.exchange)).toEqual([6, 7, 5, 4, 3, 1, 2]);
  });
});
