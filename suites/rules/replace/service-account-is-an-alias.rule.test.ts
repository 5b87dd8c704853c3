import { expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './service-account-is-an-alias.rule.ts';

const PATH = '/apis/apps/v1beta1/namespaces/a/deployments';
const deployment = (version: string, spec: JsonObject): JsonObject => ({
  apiVersion: 'apps/v1beta1',
  kind: 'Deployment',
  metadata: { name: 'd', namespace: 'a', uid: 'u', resourceVersion: version },
  spec: { template: { spec: { containers: [], ...spec } } },
});

function judge(asked: JsonObject, shown: JsonObject): string[] {
  const former = deployment('1', { serviceAccountName: 'former' });
  return outcomesOf(
    rule,
    { send: `POST ${PATH}`, body: former, response: [200, former] },
    { send: `PUT ${PATH}/d`, body: deployment('1', asked), response: [200, deployment('2', shown)] },
  );
}

it('holds if the account of the old name is shown by both names, or by the new one', () => {
  const name = { serviceAccountName: 'default' };
  expect(judge({ serviceAccount: 'default' }, { ...name, serviceAccount: 'default' })).toEqual(['held']);
  expect(judge({ serviceAccount: 'default' }, name)).toEqual(['held']);
});

it.each<JsonObject>([{ serviceAccountName: 'former' }, {}])('is broken if a PUT shows %j', (shown) => {
  expect(judge({ serviceAccount: 'default' }, shown)).toEqual(['serviceAccount sets no serviceAccountName']);
});

it('does not apply to a PUT with the new name', () => {
  expect(judge({ serviceAccount: 'default', serviceAccountName: 'other' }, { serviceAccountName: 'other' })).toEqual(
    [],
  );
});
