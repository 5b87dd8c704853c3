import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../rule.ts';
import { KUBERNETES_1_7, SPEC } from '../../../spec/dialects/index.ts';
import { outcomesUnder } from '../outcomes-of.fixture.ts';
import { rule } from './orphan-keeps-dependants.rule.ts';

const SETS = '/apis/extensions/v1beta1/namespaces/a/replicasets';

const set = (name: string, ...owners: readonly string[]): JsonObject => ({
  apiVersion: 'extensions/v1beta1',
  kind: 'ReplicaSet',
  metadata: {
    name,
    namespace: 'a',
    uid: `u-${name}`,
    resourceVersion: '1',
    ownerReferences: owners.map((owner) => ({ uid: `u-${owner}` })),
  },
});

describe('a dependant of a deleted owner', () => {
  /** The owner `a` is deleted with orphaning; a get shows the child, which it owns together with `keeper`. */
  const orphaned = (shown: JsonObject | undefined, query = '', dialect = SPEC): string[] =>
    outcomesUnder(
      dialect.choices,
      rule,
      ...[set('keeper'), set('a'), set('child', 'a', 'keeper')].map((body) => ({
        send: `POST ${SETS}`,
        body,
        response: [200, body] as const,
      })),
      {
        send: `DELETE ${SETS}/a${query}`,
        body: { propagationPolicy: 'Orphan' },
        response: [200, { kind: 'Status', status: 'Success', code: 200 }],
      },
      { send: `GET ${SETS}/child`, response: shown === undefined ? [404, { kind: 'Status' }] : [200, shown] },
    );

  it('stays, with its other owner', () => {
    expect(orphaned(set('child', 'keeper'))).toEqual(['held']);
    expect(orphaned(set('child', 'a', 'keeper'))).toEqual(['held']);
    expect(orphaned(set('child'))).toEqual(['a dependant loses another owner: propagationPolicy in the body']);
    expect(orphaned(undefined)).toEqual(['a dependant goes: propagationPolicy in the body']);
  });

  it('stays by the body of the delete where the query beside a body does not count', () => {
    const dependant = (shown: JsonObject | undefined): string[] =>
      orphaned(shown, '?gracePeriodSeconds=0', KUBERNETES_1_7);
    expect(dependant(set('child', 'keeper'))).toEqual(['held']);
    expect(dependant(undefined)).toEqual([
      'a dependant goes: gracePeriodSeconds in the query, propagationPolicy in the body',
    ]);
  });

  it('stays where the owner has the orphan finalizer and the delete has no policy', () => {
    const held = (name: string, ...finalizers: readonly string[]): JsonObject => ({
      ...set(name),
      metadata: { name, namespace: 'a', uid: `u-${name}`, resourceVersion: '1', finalizers },
    });
    const success = [200, { kind: 'Status', status: 'Success', code: 200 }] as const;
    const dependant = (added: string, shown: JsonObject | undefined, policy?: string): string[] =>
      outcomesUnder(
        SPEC.choices,
        rule,
        ...[held('b', 'example.com/hold'), held('a', 'orphan'), set('child', 'a')].map((body) => ({
          send: `POST ${SETS}`,
          body,
          response: [200, body] as const,
        })),
        { send: `DELETE ${SETS}/b`, body: { orphanDependents: true }, response: success },
        { send: `GET ${SETS}/b`, response: [200, held('b', 'example.com/hold', added)] },
        {
          send: `DELETE ${SETS}/a`,
          body: policy === undefined ? {} : { propagationPolicy: policy },
          response: success,
        },
        { send: `GET ${SETS}/child`, response: shown === undefined ? [404, { kind: 'Status' }] : [200, shown] },
      );
    expect(dependant('orphan', set('child'))).toEqual(['held']);
    expect(dependant('orphan', undefined)).toEqual(['a dependant goes: no options']);
    expect(dependant('orphan', undefined, 'Background')).toEqual([]);
    // A server whose own finalizer has another name.
    expect(dependant('example.com/orphan', undefined)).toEqual([]);
  });
});
