import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './grace-period-is-an-integer.rule.ts';

const MAP = '/api/v1/namespaces/a/configmaps/m';
const map: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: '1' },
};
const made: Literal = { send: 'POST /api/v1/namespaces/a/configmaps', body: map, response: [200, map] };
const seen: Literal = { send: `GET ${MAP}`, response: [200, map] };
const gone: Literal = { send: `GET ${MAP}`, response: [404, { kind: 'Status' }] };

const deletion = (status: number, gracePeriodSeconds: JsonObject[string]): Literal => ({
  send: `DELETE ${MAP}`,
  body: { gracePeriodSeconds },
  response: [status, { kind: 'Status' }],
});
const byQuery = (status: number): Literal => ({
  send: `DELETE ${MAP}?gracePeriodSeconds=soon`,
  response: [status, { kind: 'Status' }],
});

describe('a delete whose grace period is no integer', () => {
  it('is refused and deletes nothing', () => {
    for (const value of ['soon', 1.5, true, {}, [0]]) {
      expect(outcomesOf(rule, made, deletion(400, value), seen)).toEqual(['held']);
      expect(outcomesOf(rule, made, deletion(200, value), gone)).toEqual([
        'accepted: a grace period that is no integer in the body',
      ]);
    }
    expect(outcomesOf(rule, made, byQuery(400), gone)).toEqual([
      'something was removed after a refusal: a grace period that is no integer in the query',
    ]);
    expect(outcomesOf(rule, made, byQuery(200), gone)).toEqual([
      'accepted: a grace period that is no integer in the query',
    ]);
  });

  it('is not judged with an integer, nor with digits as a text', () => {
    expect(outcomesOf(rule, made, deletion(200, 0), gone)).toEqual([]);
    expect(outcomesOf(rule, made, deletion(200, '5'), gone)).toEqual([]);
  });
});
