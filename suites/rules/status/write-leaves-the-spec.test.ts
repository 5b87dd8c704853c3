import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { judge } from '../watch/watch-literals.fixture.ts';
import { rule } from './write-leaves-the-spec.rule.ts';

const JOBS = '/apis/batch/v1/namespaces/a/jobs';
const STATUS = { failed: 3 };

function job(version: string, status: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u1', resourceVersion: version, ...metadata },
    spec: { parallelism: 1 },
    status,
  };
}

const MADE = job('1', {}, { labels: { app: 'a' }, annotations: { kept: 'yes' } });
const BEFORE: Literal = { send: `POST ${JOBS}`, body: MADE, response: [200, MADE] };

function judged(send: string, body: JsonObject, metadata: JsonObject): string[] {
  return judge(rule, BEFORE, { send: `${send} ${JOBS}/j/status`, body, response: [200, job('2', STATUS, metadata)] });
}

describe('a write of /status that carries no other labels and annotations', () => {
  it.each([
    ['PATCH', { status: STATUS }],
    ['PUT', job('1', STATUS, { labels: { app: 'a' }, annotations: { kept: 'yes' } })],
  ])('of %s is violated if one goes, and holds if a controller adds an annotation', (send, body) => {
    expect(judged(send, body, { labels: { app: 'a' }, annotations: { kept: 'yes', added: '1' } })).toEqual(['held']);
    expect(judged(send, body, { annotations: { kept: 'yes' } })).toEqual(['/metadata/labels/app changes']);
    expect(judged(send, body, { labels: { app: 'a' }, annotations: {} })).toEqual([
      '/metadata/annotations/kept changes',
    ]);
  });
});

describe('a write of /status that carries other labels or annotations', () => {
  it.each([
    ['PATCH', { status: STATUS, metadata: { labels: { app: 'b' } } }],
    ['PUT', job('1', STATUS, { labels: { app: 'a' } })],
  ])('of %s may write them or leave them', (send, body) => {
    expect(judged(send, body, { labels: { app: 'b' } })).toEqual(['held']);
    expect(judged(send, body, { labels: { app: 'a' }, annotations: { kept: 'yes' } })).toEqual(['held']);
  });
});

describe('a finalizer of a client', () => {
  const finalizers = ['example.com/hold', 'other.example/done'];
  const made = job('1', {}, { finalizers });
  const judgedFrom = (send: string, body: JsonObject, kept: readonly string[]): string[] =>
    judge(
      rule,
      { send: `POST ${JOBS}`, body: made, response: [200, made] },
      {
        send: `${send} ${JOBS}/j/status`,
        body,
        response: [200, job('2', STATUS, { finalizers: [...kept] })],
      },
    );

  it('stays, unless the write names other finalizers; another finalizer may go', () => {
    for (const [send, body] of [
      ['PATCH', { status: STATUS }],
      ['PUT', job('1', STATUS, { finalizers })],
    ] as const) {
      expect(judgedFrom(send, body, finalizers)).toEqual(['held']);
      expect(judgedFrom(send, body, ['example.com/hold'])).toEqual(['held']);
      expect(judgedFrom(send, body, [])).toEqual(['a finalizer is lost']);
    }
    expect(judgedFrom('PATCH', { metadata: { finalizers: null }, status: STATUS }, [])).toEqual(['held']);
    expect(judgedFrom('PUT', job('1', STATUS), [])).toEqual(['held']);
  });
});

describe('a refused PUT of /status', () => {
  const refused: Literal = {
    send: `PUT ${JOBS}/j/status`,
    headers: [['X-Plumbline-Rule', rule.id]],
    body: job('1', STATUS),
    response: [400, { kind: 'Status', status: 'Failure' }],
  };
  const shown = (version: string): Literal => ({ send: `GET ${JOBS}/j`, response: [200, job(version, {})] });

  it('is violated, unless the next read shows another version: a controller may have written in between', () => {
    expect(judge(rule, BEFORE, refused, shown('1'))).toContain('a replaceStatus with a spec is refused');
    expect(judge(rule, BEFORE, refused, shown('2'))).toEqual([]);
  });
});

describe('a write of the status of a service', () => {
  const PATH = '/api/v1/namespaces/a/services';
  const service = (version: string, spec: JsonObject): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's', namespace: 'a', uid: 'u1', resourceVersion: version },
    spec,
  });
  const judgedFrom = (before: JsonObject, after: JsonObject): string[] =>
    judge(
      rule,
      { send: `POST ${PATH}`, body: service('1', before), response: [200, service('1', before)] },
      { send: `PATCH ${PATH}/s/status`, body: { status: {} }, response: [200, service('2', after)] },
    );

  it('may show the address that the system gave it meanwhile, and no other change of the spec', () => {
    expect(judgedFrom({}, { clusterIP: '10.0.0.1' })).toEqual(['held']);
    expect(judgedFrom({ clusterIP: '10.0.0.1' }, { clusterIP: '10.0.0.2' })).toEqual(['/spec/clusterIP changes']);
    expect(judgedFrom({}, { type: 'NodePort' })).toEqual(['/spec/type changes']);
  });
});
