import { describe, expect, it } from 'vitest';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './maps-hold-only-what-was-sent.rule.ts';

const DEPLOYMENTS = '/apis/apps/v1beta1/namespaces/n/deployments';
const SENT = { a: '1' };
const TEMPLATE = { app: 'm', 'example.com/app': 'm' };

/** A Deployment whose template has labels too, and labels in the response. */
function outcomesWith(shown: Readonly<Record<string, string>>): string[] {
  const deployment = (labels: Readonly<Record<string, string>>, rest: object = {}): object => ({
    apiVersion: 'apps/v1beta1',
    kind: 'Deployment',
    metadata: { name: 'm', labels, ...rest },
    spec: { template: { metadata: { labels: TEMPLATE } } },
  });
  const created = deployment(shown, { namespace: 'n', uid: 'u', resourceVersion: '1' });
  return outcomesOf(rule, { send: `POST ${DEPLOYMENTS}`, body: deployment(SENT), response: [200, created] });
}

describe('the labels of a created object', () => {
  it('are those that were sent', () => {
    expect(outcomesWith(SENT)).toEqual(['held']);
    expect(outcomesWith({ ...SENT, more: '' })).toEqual(['metadata.labels has more']);
  });

  it('may be more, under a domain, that the system or its admission adds', () => {
    expect(outcomesWith({ ...SENT, 'kubernetes.io/metadata.name': 'm', 'mesh.example.com/revision': '2' })).toEqual([
      'held',
    ]);
  });

  it('are not those of the template', () => {
    expect(outcomesWith({ ...SENT, ...TEMPLATE })).toEqual(['metadata.labels has more']);
    expect(outcomesWith({ ...SENT, 'example.com/app': 'm' })).toEqual(['metadata.labels has more']);
  });
});
