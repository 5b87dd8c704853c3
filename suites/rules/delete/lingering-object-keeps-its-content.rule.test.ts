import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './lingering-object-keeps-its-content.rule.ts';

const JOBS = '/apis/batch/v1/namespaces/a/jobs';
const WATCH = '/apis/batch/v1/watch/namespaces/a/jobs/j';
const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };

function job(resourceVersion: string, status: JsonObject, metadata: JsonObject = {}): JsonObject {
  const finalizers = ['example.com/hold'];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u1', resourceVersion, finalizers, ...metadata },
    spec: { parallelism: 0 },
    status,
  };
}

/** The outcomes of a delete of a job with a status, after which a watch delivers these states. */
function judged(...states: readonly JsonObject[]): string[] {
  return outcomesOf(
    rule,
    { send: `POST ${JOBS}`, body: job('1', {}), response: [200, job('1', {})] },
    {
      send: `PATCH ${JOBS}/j/status`,
      headers: [['Content-Type', 'application/merge-patch+json']],
      body: { status: { failed: 33 } },
      response: [200, job('2', { failed: 33 })],
    },
    { open: `GET ${WATCH}?resourceVersion=2`, as: 'seen' },
    { send: `DELETE ${JOBS}/j`, body: {}, response: [200, SUCCESS] },
    ...states.map((object) => ({ event: 'seen', type: 'MODIFIED', object })),
  );
}

describe('the status of an object that a finalizer holds', () => {
  const deletionTimestamp = '2017-01-02T03:04:05Z';
  const cleared = job('3', {}, { deletionTimestamp });

  it('is there after the delete', () => {
    expect(judged(job('3', { failed: 33 }, { deletionTimestamp }))).toEqual([]);
    expect(judged(cleared)).toEqual(['the status is cleared']);
  });

  it('may be cleared by a later write of a controller', () => {
    expect(judged(job('3', { failed: 33 }, { deletionTimestamp }), { ...cleared })).toEqual([]);
    expect(judged(job('3', { failed: 34 }), { ...job('4', {}, { deletionTimestamp }) })).toEqual([]);
  });
});
