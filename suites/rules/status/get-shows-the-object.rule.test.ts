import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './get-shows-the-object.rule.ts';

const JOBS = '/apis/batch/v1/namespaces/a/jobs';

function job(version: string, parallelism: number): JsonObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u1', resourceVersion: version },
    spec: { parallelism },
  };
}

const { uid: _, resourceVersion: __, ...metadata } = job('1', 1)['metadata'] as JsonObject;
const made: Literal = { send: `POST ${JOBS}`, body: { ...job('1', 1), metadata }, response: [201, job('1', 1)] };
const patched: Literal = {
  send: `PATCH ${JOBS}/j`,
  headers: [['Content-Type', 'application/merge-patch+json']],
  body: { spec: { parallelism: 2 } },
  response: [200, job('2', 2)],
};

function read(path: string, shown: JsonObject): Literal {
  return { send: `GET ${JOBS}/${path}`, response: [200, shown] };
}

describe('a get of /status', () => {
  it('shows what a get of the object shows at the same version', () => {
    expect(outcomesOf(rule, made, read('j', job('1', 1)), read('j/status', job('1', 1)))).toEqual(['held']);
    expect(outcomesOf(rule, made, read('j', job('1', 1)), read('j/status', { ...job('1', 1), spec: {} }))).toContain(
      '/spec/parallelism differs',
    );
  });

  it('shows the last write of the spec', () => {
    expect(outcomesOf(rule, made, patched, read('j/status', job('2', 2)))).toEqual([]);
    expect(outcomesOf(rule, made, patched, read('j/status', job('1', 1)))).toEqual(['an older or other state']);
  });
});
