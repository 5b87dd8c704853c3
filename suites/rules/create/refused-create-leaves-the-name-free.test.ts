import { describe, expect, it } from 'vitest';
import type { ExchangeLiteral, Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './refused-create-leaves-the-name-free.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function create(name: string, status: number, data: object = { k: 'v' }): ExchangeLiteral {
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
  return {
    send: `POST ${MAPS}`,
    body: map,
    response: [
      status,
      status === 200
        ? { ...map, metadata: { name, namespace: 'a', uid: `u-${name}`, resourceVersion: '1' } }
        : { kind: 'Status' },
    ],
  };
}

/** A create as the suite sends it in a case of this rule. */
function ownCreate(name: string, status: number, data?: object): ExchangeLiteral {
  const headers: readonly (readonly [string, string])[] = [
    ['Content-Type', 'application/json'],
    ['X-Plumbline-Rule', rule.id],
  ];
  return { ...create(name, status, data), headers };
}

const absent: Literal = { send: `GET ${MAPS}/m`, response: [404, { kind: 'Status' }] };
const broken = create('m', 422, { k: 5 });

function judge(...literals: readonly Literal[]): string[] {
  return outcomesOf(rule, create('proof', 200), absent, ...literals);
}

describe('a create of a name under which one was refused', () => {
  it('holds if the object is created', () => {
    expect(judge(broken, create('m', 200))).toEqual(['held']);
  });

  it('is violated if it is refused, though such a body is accepted under another name', () => {
    expect(judge(broken, create('m', 409))).toEqual(['a refused create takes the name']);
    expect(judge(broken, create('m', 409, { other: 'content' }))).toEqual([]);
  });

  it('is not judged if the same body was refused before, because the name may be wrong', () => {
    expect(judge(create('m', 422), create('m', 422))).toEqual([]);
  });

  it('is not violated if another create took the name meanwhile', () => {
    expect(judge(broken, { together: [create('m', 409), create('m', 200)] })).toEqual(['held']);
  });

  it('is judged after a refusal by 403 or 404, in its own cases', () => {
    expect(judge(ownCreate('m', 403, { k: 5 }), create('m', 200))).toEqual(['held']);
    expect(judge(ownCreate('m', 404, { k: 5 }), create('m', 200))).toEqual(['held']);
    expect(judge(ownCreate('m', 403, { k: 5 }), create('m', 409))).toEqual(['a refused create takes the name']);
    expect(judge(create('m', 403, { k: 5 }), create('m', 200))).toEqual([]);
  });

  it('is judged after a refusal by 500 too, in its own cases and if the name was read meanwhile', () => {
    const refusedBy500 = ownCreate('m', 500, { k: 5 });
    expect(judge(refusedBy500, absent, ownCreate('m', 200))).toEqual(['held']);
    expect(judge(refusedBy500, absent, ownCreate('m', 409))).toEqual(['a refused create takes the name']);
    expect(judge(refusedBy500, absent, ownCreate('m', 500))).toEqual(['a refused create takes the name']);
    expect(judge(refusedBy500, ownCreate('m', 409))).toEqual([]);
    expect(judge(create('m', 500, { k: 5 }), absent, create('m', 409))).toEqual([]);
  });
});
