import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './optional-members-stay-absent.rule.ts';

const SETS = '/apis/extensions/v1beta1/namespaces/a/replicasets';

function replicaSet(container: JsonObject): JsonObject {
  const containers = [{ name: 'c', image: 'app:1', ...container }];
  return {
    apiVersion: 'extensions/v1beta1',
    kind: 'ReplicaSet',
    metadata: { name: 'r', namespace: 'a', uid: 'u1', resourceVersion: '1' },
    spec: { template: { spec: { securityContext: { runAsUser: 1000 }, containers } } },
  };
}

const judged = (sent: JsonObject, shown: JsonObject): string[] =>
  outcomesOf(rule, { send: `POST ${SETS}`, body: replicaSet(sent), response: [200, replicaSet(shown)] });

describe('the security context of a container in a template', () => {
  it('is absent or empty if it was left out', () => {
    expect(judged({}, {})).toEqual(['held']);
    expect(judged({}, { securityContext: {} })).toEqual(['held']);
    expect(judged({}, { securityContext: { runAsUser: 1000 } })).toHaveLength(2);
  });

  it('may get further members if it was sent', () => {
    const sent = { securityContext: { runAsUser: 1 } };
    expect(judged(sent, { securityContext: { runAsUser: 1, privileged: false } })).toEqual(['held']);
  });
});
