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
