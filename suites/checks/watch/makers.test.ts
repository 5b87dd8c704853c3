import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { historyFrom, type Literal } from '../history-literals.fixture.ts';
import { makerOfState } from './makers.ts';

const JOBS = '/apis/batch/v1/namespaces/a/jobs';
const MERGE = { headers: [['Content-Type', 'application/merge-patch+json']] as const };

function job(version: string, annotations: JsonObject, status: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u1', resourceVersion: version, annotations },
    spec: { parallelism: 1 },
    status,
  };
}

const made: Literal = { send: `POST ${JOBS}`, body: job('', { k: 'v' }), response: [200, job('1', { k: 'v' })] };

/** The method of the write that certainly created a version, if any. */
function maker(version: string, ...literals: readonly Literal[]): string | undefined {
  return makerOfState(observedStateOf(historyFrom(literals)), { uid: 'u1', version })?.exchange.request.method;
}

function patch(body: JsonObject, response: JsonObject, path = `${JOBS}/j`): Literal {
  return { send: `PATCH ${path}`, ...MERGE, body, response: [200, response] };
}

describe('the write that made a state', () => {
  it('is the write that returned it', () => {
    expect(maker('1', made)).toBe('POST');
    expect(maker('2', made, patch({ metadata: { annotations: { k: 'w' } } }, job('2', { k: 'w' })))).toBe('PATCH');
    expect(
      maker('2', made, patch({ status: { succeeded: 7 } }, job('2', { k: 'v' }, { succeeded: 7 }), `${JOBS}/j/status`)),
    ).toBe('PATCH');
  });

  it('is not a write that returned an already seen state', () => {
    const held: JsonObject = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: 'j',
        namespace: 'a',
        uid: 'u1',
        resourceVersion: '2',
        annotations: { k: 'v' },
        deletionTimestamp: '2017-01-01T00:00:00Z',
        finalizers: ['example.com/hold'],
      },
      spec: { parallelism: 1 },
    };
    const removed: Literal = {
      send: `DELETE ${JOBS}/j`,
      body: {},
      response: [200, { kind: 'Status', apiVersion: 'v1', status: 'Success' }],
    };
    const seen: Literal = { send: `GET ${JOBS}/j`, response: [200, held] };
    expect(maker('2', made, removed, seen, patch({ metadata: { annotations: { k: 'v' } } }, held))).toBeUndefined();
  });

  it('is not a write that may have changed nothing, and returned the state of a controller', () => {
    expect(
      maker('3', made, patch({ metadata: { annotations: { k: 'v' } } }, job('3', { k: 'v' }, { active: 1 }))),
    ).toBeUndefined();
    expect(maker('3', made, patch({ status: {} }, job('3', { k: 'v' }), `${JOBS}/j/status`))).toBeUndefined();
  });
});
