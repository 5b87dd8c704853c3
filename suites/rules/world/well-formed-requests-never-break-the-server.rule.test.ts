import { describe, expect, it } from 'vitest';
import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './well-formed-requests-never-break-the-server.rule.ts';

const PATH = '/api/v1/namespaces/a/configmaps';
const map = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u', resourceVersion: '1', labels: {} },
};
const create: ExchangeLiteral = { send: `POST ${PATH}`, body: map, response: [200, map] };

const BROKEN = [500, { kind: 'Status' }] as const;
const OWN = ['X-Plumbline-Rule', rule.id] as const;

function patch(...body: object[]): ExchangeLiteral {
  return {
    send: `PATCH ${PATH}/m`,
    headers: [['Content-Type', JSON_PATCH_TYPE], OWN],
    body,
    response: BROKEN,
  };
}

const ADD = { op: 'add', path: '/metadata/labels/a', value: 'b' };

describe('a request that gets a 500', () => {
  it('is violated if the request is legal', () => {
    expect(outcomesOf(rule, create, patch(ADD)).at(-1)).toBe('patch breaks the server');
  });

  it('may be a patch whose test fails', () => {
    expect(outcomesOf(rule, create, patch(ADD, { op: 'test', path: '/kind', value: 'Another' }))).toEqual([]);
  });

  it('may be wrong on purpose in the cases of other rules, and by mistake in recordings', () => {
    const untyped = { ...patch(ADD), headers: [['Content-Type', 'application/json']] } as const;
    const both = { orphanDependents: false, propagationPolicy: 'Background' };
    expect(outcomesOf(rule, create, untyped)).toEqual([]);
    expect(outcomesOf(rule, create, { send: `DELETE ${PATH}/m`, body: both, response: BROKEN })).toEqual([]);
    expect(outcomesOf(rule, create, { send: `GET ${PATH}?labelSelector=((`, response: BROKEN })).toEqual([]);
    const page = { send: `GET ${PATH}`, headers: [['Accept', 'text/html']], response: BROKEN } as const;
    expect(outcomesOf(rule, create, page)).toEqual([]);
  });

  it('is violated in any case if the request has neither a body nor a query', () => {
    expect(outcomesOf(rule, create, { send: `GET ${PATH}/m`, response: BROKEN })).toEqual(['get breaks the server']);
    expect(outcomesOf(rule, create, { send: `GET ${PATH}`, response: BROKEN })).toEqual(['list breaks the server']);
    expect(outcomesOf(rule, create, { send: `GET ${PATH}/absent`, response: BROKEN })).toEqual([]);
  });
});
