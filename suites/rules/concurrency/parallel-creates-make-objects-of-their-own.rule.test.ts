import { describe, expect, it } from 'vitest';
import type { ExchangeLiteral, Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './parallel-creates-make-objects-of-their-own.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';
const headers = [
  ['X-Plumbline-Rule', rule.id],
  ['Content-Type', 'application/json'],
] as const;

const map = (end: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `g-${end}`, generateName: 'g-', namespace: 'a', uid: end, resourceVersion: '1' },
});
const listed = (...items: readonly JsonObject[]): Literal => ({
  send: `GET ${MAPS}`,
  headers,
  response: [200, { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '9' }, items }],
});
const created = (object: JsonObject, status = 200): ExchangeLiteral => ({
  send: `POST ${MAPS}`,
  headers,
  body: { metadata: { generateName: 'g-' } },
  response: [status, object],
});

describe('a create with a prefix', () => {
  it('makes one object', () => {
    expect(outcomesOf(rule, listed(), created(map('1')), listed(map('1')))).toEqual(['held']);
    expect(outcomesOf(rule, listed(), created(map('1')), listed(map('1'), map('2')))).toEqual([
      'held',
      'an object that no create returned',
    ]);
  });

  it('may have made others that the history lacks', () => {
    expect(outcomesOf(rule, created(map('1')), listed(map('1'), map('2')))).toEqual(['held']);
  });

  it('may have made an object before it failed', () => {
    const failed = created({ kind: 'Status', status: 'Failure', code: 500 }, 500);
    expect(outcomesOf(rule, listed(), created(map('1')), failed, listed(map('1'), map('2')))).toEqual(['held']);
  });
});

describe('a server that refuses to make names', () => {
  const refused = created({ kind: 'Status', status: 'Failure', code: 422 }, 422);
  const named = (name: string, uid: string): ExchangeLiteral => ({
    send: `POST ${MAPS}`,
    headers,
    body: { metadata: { name } },
    response: [200, { ...map(uid), metadata: { name, namespace: 'a', uid, resourceVersion: '1' } }],
  });

  it('is judged by the creates with given names', () => {
    expect(outcomesOf(rule, { together: [refused, named('m', '1'), named('n', '2')] })).toEqual(['held']);
    expect(outcomesOf(rule, { together: [refused, named('m', '1'), named('n', '1')] })).toContain(
      'one uid for two objects',
    );
    expect(outcomesOf(rule, refused, named('m', '1'), named('n', '2'))).toEqual([]);
  });
});
