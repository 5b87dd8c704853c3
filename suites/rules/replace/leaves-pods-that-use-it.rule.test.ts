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
