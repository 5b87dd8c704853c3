import { expect, it } from 'vitest';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './leaves-other-objects.rule.ts';

const SETS = '/apis/extensions/v1beta1/namespaces/a/replicasets';
const MAPS = '/api/v1/namespaces/a/configmaps';

function object(apiVersion: string, kind: string, resourceVersion: string, metadata: object = {}): object {
  return { apiVersion, kind, metadata: { name: 'x', namespace: 'a', uid: kind, resourceVersion, ...metadata } };
}

/** A PUT of a config map, after which a replica set has an owner. */
function judge(owner: object): string[] {
  const map = object('v1', 'ConfigMap', '2');
  const set = object('extensions/v1beta1', 'ReplicaSet', '1');
  return outcomesOf(
    rule,
    { send: `POST ${SETS}`, body: set, response: [200, set] },
    { send: `POST ${MAPS}`, body: map, response: [200, map] },
    { send: `PUT ${MAPS}/x`, body: map, response: [200, object('v1', 'ConfigMap', '3')] },
    {
      send: `GET ${SETS}/x`,
      response: [200, object('extensions/v1beta1', 'ReplicaSet', '4', { ownerReferences: [owner] })],
    },
  );
}

it('holds if a deployment takes a replica set over meanwhile', () => {
  expect(judge({ apiVersion: 'apps/v1beta1', kind: 'Deployment', name: 'x', uid: 'd', controller: true })).toEqual([
    'held',
  ]);
});

it('is broken by any other owner', () => {
  expect(judge({ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'c' })).toEqual([
    'changes another kind: /metadata/ownerReferences',
  ]);
});
