import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { withDocumentedDefaults } from '../../oracle/objects/documented-defaults.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as jsonPatch } from './json-patch-follows-rfc-6902.rule.ts';
import { rule as mergePatch } from './merge-patch-follows-rfc-7386.rule.ts';

const SETS = '/apis/extensions/v1beta1/namespaces/a/replicasets';
const LOST = 'the order of initContainers is not stored';

const inits = (...names: string[]): Json[] => names.map((name) => ({ name, image: 'x:1' }));

/** A replica set with these init containers and all documented defaults. */
function set(version: string, ...names: string[]): JsonObject {
  const podSpec = { containers: [{ name: 'c', image: 'x:1' }], initContainers: inits(...names) };
  const object = {
    apiVersion: 'extensions/v1beta1',
    kind: 'ReplicaSet',
    metadata: { name: 'r', namespace: 'a', uid: 'u', resourceVersion: version },
    spec: { replicas: 0, template: { spec: podSpec } },
  };
  return withDocumentedDefaults(resourceById('replicasets.extensions'), object, SPEC.choices);
}

function patched(rule: typeof jsonPatch, type: string, body: Json, ...shown: string[]): string[] {
  return outcomesOf(
    rule,
    { send: `POST ${SETS}`, body: set('1', 'first', 'second'), response: [200, set('1', 'first', 'second')] },
    { send: `PATCH ${SETS}/r`, headers: [['Content-Type', type]], body, response: [200, set('2', ...shown)] },
  );
}

describe('the init containers of a patch', () => {
  const reversed = { spec: { template: { spec: { initContainers: inits('second', 'first') } } } };
  const path = '/spec/template/spec/initContainers';
  const moved = [{ op: 'move', from: `${path}/1`, path: `${path}/0` }];

  it.each([
    ['merge patch', mergePatch, 'application/merge-patch+json', reversed],
    ['JSON patch', jsonPatch, 'application/json-patch+json', moved],
  ] as const)('have the order of the result: %s', (_, rule, type, body) => {
    expect(patched(rule, type, body, 'second', 'first')).toEqual(['held']);
    expect(patched(rule, type, body, 'first', 'second')).toEqual([LOST]);
  });
});
