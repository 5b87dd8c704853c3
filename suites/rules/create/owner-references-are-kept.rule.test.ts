import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './owner-references-are-kept.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(metadata: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', namespace: 'a', ...metadata } };
}

const made = (sent: JsonObject, shown: JsonObject): string[] =>
  outcomesOf(rule, {
    send: `POST ${MAPS}`,
    body: map(sent),
    response: [200, map({ uid: 'u1', resourceVersion: '1', ...shown })],
  });

describe('a created object', () => {
  const [first, second] = ['u8', 'u9'].map((uid) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid }));
  const owners = { ownerReferences: [first, second] } as JsonObject;

  it('keeps each owner', () => {
    expect(made(owners, owners)).toEqual(['held']);
    expect(made(owners, { ownerReferences: [first] } as JsonObject)).toEqual(['an owner is lost']);
  });

  it('keeps each finalizer of a client', () => {
    const held = { ...owners, finalizers: ['example.com/hold', 'example.com/other'] };
    expect(made(held, held)).toEqual(['held']);
    expect(made(held, { ...owners, finalizers: ['example.com/hold'] })).toEqual(['a finalizer is lost', 'held']);
    expect(made(held, owners)).toEqual(['a finalizer is lost', 'held']);
  });

  it('may lack a finalizer of the system', () => {
    expect(made({ ...owners, finalizers: ['orphan'] }, owners)).toEqual(['held']);
  });
});
