import { expect, it } from 'vitest';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import type { JsonObject } from '../rule.ts';
import { rule } from './answer-is-what-is-stored.rule.ts';

const SERVICES = '/api/v1/namespaces/a/services';

function service(version: string, spec: JsonObject): JsonObject {
  const metadata = { name: 's', namespace: 'a', uid: 'u1', resourceVersion: version };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

/** The rule on a PUT that left the service with that spec, and on a later get of that spec. */
function judged(answered: JsonObject, read: JsonObject, version: string): string[] {
  const made = service('1', { type: 'ClusterIP' });
  return outcomesOf(
    rule,
    { send: `POST ${SERVICES}`, body: made, response: [200, made] },
    { send: `PUT ${SERVICES}/s`, body: service('1', answered), response: [200, service('2', answered)] },
    { send: `GET ${SERVICES}/s`, response: [200, service(version, read)] },
  );
}

it('holds if a controller gives the service an address after the PUT', () => {
  expect(judged({}, { clusterIP: '10.0.0.1' }, '3')).toEqual(['held']);
});

it('fails if the version is that of the PUT, or the service had another address', () => {
  expect(judged({}, { clusterIP: '10.0.0.1' }, '2')).toEqual(['/spec/clusterIP differs from the answer']);
  expect(judged({ clusterIP: '10.0.0.2' }, { clusterIP: '10.0.0.1' }, '3')).toEqual([
    '/spec/clusterIP differs from the answer',
  ]);
});
