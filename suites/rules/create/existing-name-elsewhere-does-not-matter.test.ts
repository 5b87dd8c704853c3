import { describe, expect, it } from 'vitest';
import type { ExchangeLiteral, Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './existing-name-elsewhere-does-not-matter.rule.ts';

const map = (namespace: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace, uid: `u-${namespace}`, resourceVersion: '1' },
});
const pathIn = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
const create = (namespace: string, status = 200): ExchangeLiteral => ({
  send: `POST ${pathIn(namespace)}`,
  body: map(namespace),
  response: [status, status === 200 ? map(namespace) : { kind: 'Status' }],
});

const ABSENT_IN_A: Literal = { send: `GET ${pathIn('a')}/m`, response: [404, { kind: 'Status' }] };
const SEEN_IN_B: Literal = { send: `GET ${pathIn('b')}/m`, response: [200, map('b')] };

function judge(...literals: readonly Literal[]): string[] {
  return outcomesOf(rule, create('b'), ABSENT_IN_A, ...literals);
}

describe('a create of a name that another namespace has', () => {
  it('holds if the object is created', () => {
    expect(judge(create('a'), SEEN_IN_B)).toEqual(['held']);
  });

  it('is violated if it is refused, and the same body is accepted at another time', () => {
    const later = {
      send: `DELETE ${pathIn('b')}/m`,
      body: { gracePeriodSeconds: 0 },
      response: [200, { kind: 'Status' }],
    } as const;
    expect(judge(create('a', 409), SEEN_IN_B, later, create('a'))).toContain(
      'the name is in another namespace: refused',
    );
  });

  it('is not violated if another create took the name meanwhile', () => {
    expect(judge({ together: [create('a', 409), create('a')] }, SEEN_IN_B)).toEqual(['held']);
  });
});

describe('a create of a name that another namespace is given at the same time', () => {
  const absent: readonly Literal[] = ['a', 'b'].map((namespace) => ({
    send: `GET ${pathIn(namespace)}/m`,
    response: [404, { kind: 'Status' }],
  }));
  const both = (status: number): Literal => ({ together: [create('a', status), create('b')] });

  it('is violated if it is refused, and holds if both objects are created', () => {
    expect(outcomesOf(rule, ...absent, both(200), SEEN_IN_B)).toEqual(['held']);
    expect(outcomesOf(rule, ...absent, both(409), SEEN_IN_B, create('a'))).toEqual([
      'another namespace is given the name at the same time: refused',
      'held',
    ]);
  });
});
