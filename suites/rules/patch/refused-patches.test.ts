import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as json } from './json-patch-follows-rfc-6902.rule.ts';
import { rule as merge } from './merge-patch-follows-rfc-7386.rule.ts';
import { rule as strategic } from './strategic-merge-follows-merge-keys.rule.ts';

const JOBS = '/apis/batch/v2alpha1/namespaces/a/cronjobs';
const JOB: JsonObject = {
  apiVersion: 'batch/v2alpha1',
  kind: 'CronJob',
  metadata: { name: 'c', namespace: 'a', uid: 'u', resourceVersion: '1' },
  spec: { schedule: '0 0 1 1 *', suspend: true },
};
const create: Literal = { send: `POST ${JOBS}`, body: JOB, response: [200, JOB] };

it('a JSON patch of the cases of its rule may not be refused', () => {
  const body = [{ op: 'replace', path: '/spec/schedule', value: '0 0 2 1 *' }];
  const headers = [
    ['Content-Type', 'application/json-patch+json'],
    ['X-Plumbline-Rule', json.id],
  ] as const;
  expect(outcomesOf(json, create, { send: `PATCH ${JOBS}/c`, headers, body, response: [422, {}] })).toEqual([
    'refused by application/json-patch+json with 422',
  ]);
});

describe.each([
  [merge, 'application/merge-patch+json'],
  [strategic, 'application/strategic-merge-patch+json'],
] as const)('a patch of the cases of $id', (rule, type) => {
  const outcomes = (status: number, sender: string, body: Json): string[] =>
    outcomesOf(rule, create, {
      send: `PATCH ${JOBS}/c`,
      headers: [
        ['Content-Type', type],
        ['X-Plumbline-Rule', sender],
      ],
      body,
      response: [status, { kind: 'Status', status: 'Failure', code: status }],
    });
  const patch = { spec: { schedule: '0 0 2 1 *' } };

  it('may not be refused', () => {
    expect(outcomes(422, rule.id, patch)).toEqual([`refused by ${type} with 422`]);
    expect(outcomes(500, rule.id, patch)).toEqual([`refused by ${type} with 500`]);
  });

  it('is not judged if another rule sent it, after a conflict, or with a directive', () => {
    expect(outcomes(422, 'patch/another', patch)).toEqual([]);
    expect(outcomes(409, rule.id, patch)).toEqual([]);
    expect(outcomes(422, rule.id, { spec: { $patch: 'replace' } })).toEqual([]);
  });
});
