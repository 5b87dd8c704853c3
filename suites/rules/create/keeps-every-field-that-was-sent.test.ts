import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './keeps-every-field-that-was-sent.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

/** The outcomes of a create with these annotations whose response shows other ones. */
function judge(sent: JsonObject, shown: JsonObject): string[] {
  const map = (annotations: JsonObject): JsonObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'm', namespace: 'a', uid: 'u', resourceVersion: '1', annotations },
  });
  return outcomesOf(rule, { send: `POST ${MAPS}`, body: map(sent), response: [200, map(shown)] });
}

describe('an annotation under the domain of the system', () => {
  const applied = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' };

  it('is kept if it is that of kubectl apply', () => {
    expect(judge(applied, applied)).toEqual(['held']);
    expect(judge(applied, {})).toEqual([
      '/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration in the answer of the create',
    ]);
  });

  it('may be the business of the system otherwise', () => {
    expect(judge({ 'deployment.kubernetes.io/revision': '7' }, {})).toEqual(['held']);
    expect(judge({}, applied)).toEqual(['held']);
  });
});

describe('the init containers of a pod', () => {
  const pod = (...names: readonly string[]): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'a', uid: 'u', resourceVersion: '1' },
    spec: { containers: [{ name: 'c' }], initContainers: names.map((name) => ({ name })) },
  });
  const judgePod = (sent: JsonObject, shown: JsonObject): string[] =>
    outcomesOf(rule, { send: 'POST /api/v1/namespaces/a/pods', body: sent, response: [200, shown] });

  it('keep their order, also among those that the cluster adds', () => {
    expect(judgePod(pod('one', 'two'), pod('one', 'two', 'mesh'))).toEqual(['held']);
    expect(judgePod(pod('one', 'two'), pod('mesh', 'one', 'two'))).toEqual(['held']);
    expect(judgePod(pod('one', 'two'), pod('two', 'one', 'mesh'))).toEqual([
      'the order of initContainers in the answer of the create',
    ]);
  });
});
