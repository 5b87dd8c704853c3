import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './orphan-dependents-false-removes-the-orphan-finalizer.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(name: string, version: string, ...finalizers: readonly string[]): JsonObject {
  const metadata = { name, namespace: 'a', uid: `u-${name}`, resourceVersion: version, finalizers };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

const create = (name: string, version: string): Literal => ({
  send: `POST ${MAPS}`,
  body: { metadata: { name, finalizers: ['example.com/hold'] } },
  response: [200, map(name, version, 'example.com/hold')],
});
const remove = (name: string, query: string): Literal => ({
  send: `DELETE ${MAPS}/${name}?${query}`,
  body: {},
  response: [200, { kind: 'Status', status: 'Success' }],
});
const shown = (object: JsonObject): Literal => ({
  send: `GET ${MAPS}/${String((object['metadata'] as JsonObject)['name'])}`,
  response: [200, object],
});

/** A delete that orphans, after which the server shows that it adds the finalizer. */
const orphaned = [create('b', '1'), remove('b', 'orphanDependents=true'), shown(map('b', '2', 'orphan'))];

describe('a delete with orphanDependents=false of an object with a dependant', () => {
  const child = (version: string, ...owners: readonly string[]): JsonObject => {
    const ownerReferences = owners.map((uid) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid }));
    const metadata = { name: 'child', namespace: 'a', uid: 'u-child', resourceVersion: version, ownerReferences };
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  };
  const { ownerReferences } = child('6', 'u-c')['metadata'] as JsonObject;
  const made: Literal = {
    send: `POST ${MAPS}`,
    body: { metadata: { name: 'child', ownerReferences: ownerReferences ?? [] } },
    response: [200, child('6', 'u-c')],
  };
  const orphaning: Literal = {
    send: `POST ${MAPS}`,
    body: { metadata: { name: 'c', finalizers: ['orphan'] } },
    response: [200, map('c', '5', 'orphan')],
  };
  const story = [orphaning, made, remove('c', 'orphanDependents=false')];
  const gone: Literal = { send: `GET ${MAPS}/child`, response: [404, { kind: 'Status', status: 'Failure' }] };

  it('leaves the dependant its owner, or collects it', () => {
    expect(outcomesOf(rule, ...orphaned, ...story, shown(child('6', 'u-c')))).toContain('held');
    expect(outcomesOf(rule, ...orphaned, ...story, gone)).not.toContain('dependants become orphans');
    expect(outcomesOf(rule, ...orphaned, ...story, shown(child('7')))).toContain('dependants become orphans');
  });
});

describe('a delete that collects dependants', () => {
  const deletion = (policy: string, ...finalizers: readonly string[]): readonly Literal[] => [
    create('c', '3'),
    remove('c', `propagationPolicy=${policy}`),
    shown(map('c', '4', 'example.com/hold', ...finalizers)),
  ];

  it.each(['Background', 'Foreground'])('does not add the orphan finalizer: %s', (policy) => {
    expect(outcomesOf(rule, ...orphaned, ...deletion(policy))).toEqual(['held']);
    expect(outcomesOf(rule, ...orphaned, ...deletion(policy, 'foregroundDeletion'))).toEqual(['held']);
    expect(outcomesOf(rule, ...orphaned, ...deletion(policy, 'orphan'))).toEqual([
      'orphans: propagationPolicy in the query',
    ]);
  });

  it('is not judged on a server that was never seen to add the finalizer, or with another policy', () => {
    expect(outcomesOf(rule, ...deletion('Background'))).toEqual([]);
    expect(outcomesOf(rule, ...orphaned, ...deletion('Orphan', 'orphan'))).toEqual([]);
  });

  it('is not blamed for another delete of the object', () => {
    const held = map('c', '4', 'example.com/hold');
    const orphaned = [remove('c', 'orphanDependents=true'), shown(map('c', '5', 'example.com/hold', 'orphan'))];
    const before = [create('c', '3'), remove('c', 'propagationPolicy=Background'), shown(held)];
    expect(outcomesOf(rule, ...before, ...orphaned)).toEqual([]);
    const after = [remove('c', 'propagationPolicy=Background'), shown(map('c', '6', 'example.com/hold'))];
    expect(outcomesOf(rule, create('c', '3'), ...orphaned, shown(map('c', '6', 'example.com/hold')), ...after)).toEqual(
      [],
    );
  });
});
