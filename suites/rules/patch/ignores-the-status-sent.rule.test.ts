import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './ignores-the-status-sent.rule.ts';

const JOBS = '/apis/batch/v1/namespaces/a/jobs';

function job(version: string, status: JsonObject): JsonObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u1', resourceVersion: version },
    spec: { parallelism: 0 },
    status,
  };
}

function judged(type: string, body: Json, status: JsonObject): string[] {
  return outcomesOf(
    rule,
    { send: `POST ${JOBS}`, body: job('1', {}), response: [200, job('1', {})] },
    {
      send: `PATCH ${JOBS}/j`,
      headers: [['Content-Type', `application/${type}+json`]],
      body,
      response: [200, job('2', status)],
    },
  );
}

describe('a status in a PATCH of the object', () => {
  it('is ignored in a merge patch', () => {
    const body = { status: { failed: 33 } };
    expect(judged('merge-patch', body, {})).toEqual(['held']);
    expect(judged('merge-patch', body, { failed: 33 })).toEqual([
      '/status/failed is taken from a patch of the resource',
    ]);
  });

  it('is ignored in a JSON patch that sets its members one by one', () => {
    const body = [
      { op: 'add', path: '/status', value: {} },
      { op: 'add', path: '/status/failed', value: 33 },
    ];
    expect(judged('json-patch', body, {})).toEqual(['held']);
    expect(judged('json-patch', body, { failed: 33 })).toEqual([
      '/status/failed is taken from a patch of the resource',
    ]);
  });

  it('is ignored in a JSON patch that sets it as a whole, and nothing else of such a patch is judged', () => {
    const body = [{ op: 'add', path: '/status', value: { failed: 33 } }];
    expect(judged('json-patch', body, {})).toEqual(['held']);
    expect(judged('json-patch', body, { failed: 33 })).toEqual([
      '/status/failed is taken from a patch of the resource',
    ]);
    const other = [{ op: 'add', path: '/metadata/labels', value: { app: 'x' } }];
    expect(judged('json-patch', other, { failed: 33 })).toEqual([]);
  });
});
