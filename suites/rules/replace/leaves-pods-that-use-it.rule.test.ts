import { expect, it } from 'vitest';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './leaves-pods-that-use-it.rule.ts';

const CORE = '/api/v1/namespaces/a';
const map = (version: string, value: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u-m', resourceVersion: version },
  data: { k: value },
});
const pod = (metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'a', uid: 'u-p', resourceVersion: '1', ...metadata },
  spec: { containers: [{ name: 'c', image: 'x:1', envFrom: [{ configMapRef: { name: 'm' } }] }] },
});
const story = (read: ExchangeLiteral): readonly ExchangeLiteral[] => [
  { send: `POST ${CORE}/configmaps`, body: map('', '1'), response: [200, map('2', '1')] },
  { send: `POST ${CORE}/pods`, body: pod(), response: [200, pod()] },
  { send: `PUT ${CORE}/configmaps/m`, body: map('2', '2'), response: [200, map('3', '2')] },
  read,
];
const get = (...response: readonly [number, object]): ExchangeLiteral => ({ send: `GET ${CORE}/pods/p`, response });

it('holds if a pod is unchanged after a PUT of its ConfigMap', () => {
  expect(outcomesOf(rule, ...story(get(200, pod())))).toEqual(['held']);
});

it('is violated if the pod is gone, replaced, or changed', () => {
  expect(outcomesOf(rule, ...story(get(404, { kind: 'Status', code: 404 })))).toEqual(['removes a Pod beside it']);
  expect(outcomesOf(rule, ...story(get(200, pod({ uid: 'u-q' }))))).toEqual(['replaces a Pod beside it']);
  expect(outcomesOf(rule, ...story(get(200, pod({ labels: { restarted: 'yes' } }))))).toEqual([
    'changes a Pod beside it: /metadata/labels/restarted',
  ]);
});

const own = { headers: [['x-plumbline-rule', rule.id]] } as const;
const odd = (version: string, data: object = {}): object => ({
  ...map(version, '1'),
  metadata: { name: 'odd', namespace: 'a', uid: 'u-odd', resourceVersion: version },
  data: { k: '1', '1-not.an-id': '1', ...data },
});
const userOf = (name: string, source: string): object => ({
  ...pod({ name, uid: `u-${name}` }),
  spec: { containers: [{ name: 'c', image: 'x:1', envFrom: [{ configMapRef: { name: source } }] }] },
});
const REFUSED = [422, { kind: 'Status', code: 422 }] as const;
const oddMade: ExchangeLiteral = { send: `POST ${CORE}/configmaps`, body: odd(''), response: [201, odd('2')], ...own };
const user = (name: string, source: string, isRefused = false): ExchangeLiteral => ({
  send: `POST ${CORE}/pods`,
  body: userOf(name, source),
  response: isRefused ? REFUSED : [201, userOf(name, source)],
  ...own,
});

it('is violated if a pod is refused for a key that is no C_IDENTIFIER, and one with another source is not', () => {
  expect(outcomesOf(rule, oddMade, user('p', 'm'), user('q', 'odd'))).toEqual(['held']);
  expect(outcomesOf(rule, oddMade, user('p', 'm'), user('q', 'odd', true))).toEqual([
    'envFrom of a key that is no C_IDENTIFIER is refused',
  ]);
  expect(outcomesOf(rule, oddMade, user('p', 'm', true), user('q', 'odd', true))).toEqual([]);
});

it('is violated if a PUT is refused that brings such a key, and a create of it is not', () => {
  const put: ExchangeLiteral = {
    send: `PUT ${CORE}/configmaps/odd`,
    body: odd('2', { '2-nor.this': '1' }),
    response: REFUSED,
    ...own,
  };
  const shown: ExchangeLiteral = { send: `GET ${CORE}/configmaps/odd`, response: [200, odd('2')] };
  expect(outcomesOf(rule, oddMade, put, shown)).toEqual(['refused with 422']);
  expect(outcomesOf(rule, put, shown)).toEqual([]);
});
