import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { historyFrom, type Literal } from '../history-literals.fixture.ts';
import { judgeLeftStatus } from './left-status.ts';

const JOBS = '/apis/batch/v1/namespaces/a/jobs';

function job(version: string, status: JsonObject, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u1', resourceVersion: version },
    spec,
    status,
  };
}

const BEFORE: readonly Literal[] = [
  { send: `POST ${JOBS}`, body: job('1', {}), response: [200, job('1', {})] },
  { send: `PATCH ${JOBS}/j/status`, body: { status: { failed: 3 } }, response: [200, job('2', { failed: 3 })] },
  { send: `GET ${JOBS}/j`, response: [200, job('2', { failed: 3 })] },
];

function judge(verb: 'replace' | 'patch', ...literals: readonly Literal[]): string[] {
  return [...judgeLeftStatus(historyFrom([...BEFORE, ...literals]), verb)].map((finding) =>
    finding.outcome === 'violated' ? finding.cause : finding.outcome,
  );
}

const put = (response: JsonObject, version = '2'): Literal => ({
  send: `PUT ${JOBS}/j`,
  body: job(version, {}),
  response: [200, response],
});

describe('a PUT without a status', () => {
  it('holds if it keeps the status, and is violated if it removes the status', () => {
    expect(judge('replace', put(job('3', { failed: 3 })))).toEqual(['held']);
    expect(judge('replace', put(job('3', {})))).toEqual(['the status goes with a replace of the resource']);
  });

  it('is violated if it changes a member of the status', () => {
    expect(judge('replace', put(job('3', { failed: 4 })))).toEqual([
      '/status/failed changes with a replace of the resource',
    ]);
  });

  it('is not judged if a controller may have written meanwhile', () => {
    expect(judge('replace', put(job('3', {}), ''))).toEqual([]);
  });

  it('may change the status with the spec, but not remove it', () => {
    expect(judge('replace', put(job('3', { failed: 4 }, { parallelism: 2 })))).toEqual(['held']);
    expect(judge('replace', put(job('3', {}, { parallelism: 2 })))).toEqual([
      'the status goes with a replace of the resource',
    ]);
  });
});

describe('a PATCH that removes the status', () => {
  const open: Literal = { open: `GET /apis/batch/v1/watch/namespaces/a/jobs/j?resourceVersion=2`, as: 'w' };
  const patch: Literal = { send: `PATCH ${JOBS}/j`, body: { status: null }, response: [200, job('3', {})] };
  const delivered = (version: string, type = 'MODIFIED'): Literal => ({ event: 'w', type, object: job(version, {}) });

  it('is violated if a watch shows that nobody else wrote, whatever its event type', () => {
    expect(judge('patch', open, patch, delivered('3'))).toEqual(['the status goes with a patch of the resource']);
    expect(judge('patch', open, patch, delivered('3', 'CHANGED'))).toEqual([
      'the status goes with a patch of the resource',
    ]);
  });

  it('is not judged if another client wrote, or if no watch was open', () => {
    expect(judge('patch', open, patch, delivered('2b'), delivered('3'))).toEqual([]);
    expect(judge('patch', patch)).toEqual([]);
  });
});
