import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './takes-every-parameter-of-its-set.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(version: string, labels: JsonObject = { app: 'x' }): JsonObject {
  const metadata = { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version, labels };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

const created: Literal = { send: `POST ${MAPS}`, body: map('1'), response: [200, map('1')] };
const patched: Literal = { send: `PATCH ${MAPS}/m`, body: {}, response: [200, map('2')] };
const list = (query: string, ...items: readonly JsonObject[]): Literal => ({
  send: `GET ${MAPS}?${query}`,
  response: [200, { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '9' }, items }],
});
const refused = (query: string, code = 400): Literal => ({
  send: `GET ${MAPS}?${query}`,
  response: [code, { kind: 'Status', status: 'Failure', code }],
});

describe('a list with parameters', () => {
  it('shows the same as a list without them', () => {
    expect(outcomesOf(rule, created, list('pretty=true', map('1')))).toEqual(['held']);
    expect(outcomesOf(rule, created, list('pretty=true'))).toEqual(['misses an object with pretty']);
    expect(outcomesOf(rule, created, list('pretty=true', map('1', {})))).toContain('/metadata/labels/app differs');
    expect(outcomesOf(rule, created, list('fieldSelector=&timeoutSeconds=30'))).toEqual([
      'misses an object with fieldSelector timeoutSeconds',
    ]);
  });

  it('shows exactly the selected objects', () => {
    expect(outcomesOf(rule, created, list('labelSelector=app%3Dx', map('1')))).toEqual(['held']);
    expect(outcomesOf(rule, created, list('labelSelector=app%3Dy', map('1')))).toEqual([
      'shows what is not selected with labelSelector',
    ]);
    expect(outcomesOf(rule, created, list('fieldSelector=metadata.name%3Dm'))).toEqual([
      'misses an object with fieldSelector',
    ]);
  });

  it('heeds every requirement of its selectors', () => {
    const both = (field: string): string =>
      `labelSelector=${encodeURIComponent('app in (w,x),!tier,app!=y')}&fieldSelector=${encodeURIComponent(field)}`;
    expect(outcomesOf(rule, created, list(both('metadata.namespace=a,metadata.name=m'), map('1')))).toEqual(['held']);
    expect(outcomesOf(rule, created, list(both('metadata.namespace=a,metadata.name!=m'), map('1')))).toContain(
      'shows what is not selected with fieldSelector labelSelector',
    );
    expect(outcomesOf(rule, created, list(both('metadata.namespace=a'), map('1', { app: 'x', tier: 'y' })))).toContain(
      'shows what is not selected with fieldSelector labelSelector',
    );
  });

  it('of a kind without namespaces may be refused for the field of the namespace', () => {
    const refusal = (field: string): Literal => ({
      send: `GET /api/v1/namespaces?fieldSelector=${field}%3Da`,
      response: [400, { kind: 'Status', status: 'Failure', code: 400 }],
    });
    expect(outcomesOf(rule, refusal('metadata.name'))).toEqual(['refused with fieldSelector']);
    expect(outcomesOf(rule, refusal('metadata.namespace'))).toEqual([]);
  });

  it('is as fresh as its version, and need not be for 0', () => {
    expect(outcomesOf(rule, created, patched, list('resourceVersion=2', map('1')))).toContain(
      'an older state with resourceVersion',
    );
    expect(outcomesOf(rule, created, patched, list('resourceVersion=0', map('1')))).toEqual(['held']);
    expect(outcomesOf(rule, created, patched, list('resourceVersion=0'))).toEqual(['held']);
  });

  it('is not refused, unless it names an unknown version, or its time ran out', () => {
    expect(outcomesOf(rule, created, refused('includeUninitialized=true'))).toEqual([
      'refused with includeUninitialized',
    ]);
    expect(outcomesOf(rule, created, refused('resourceVersion=1'))).toEqual(['refused with resourceVersion']);
    expect(outcomesOf(rule, created, refused('resourceVersion=7'))).toEqual([]);
    expect(outcomesOf(rule, created, refused('resourceVersion=1', 410))).toEqual([]);
    expect(outcomesOf(rule, created, refused('timeoutSeconds=1', 504))).toEqual([]);
    expect(outcomesOf(rule, created, refused('fieldSelector=spec.x%3Dy'))).toEqual([]);
  });

  it('is a list', () => {
    const stream: Literal = { send: `GET ${MAPS}?watch=false`, response: [200, { type: 'ADDED', object: map('1') }] };
    expect(outcomesOf(rule, created, stream)).toEqual(['no list with watch']);
  });
});
