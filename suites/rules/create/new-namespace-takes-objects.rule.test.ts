import { expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './new-namespace-takes-objects.rule.ts';

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n', uid: 'u', resourceVersion: '1' } };
const made: Literal = {
  send: 'POST /api/v1/namespaces',
  body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } },
  response: [200, namespace],
};
const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
const stored = { ...map, metadata: { name: 'a', namespace: 'n', uid: 'v', resourceVersion: '2' } };
const create = (code: number): Literal => ({
  send: 'POST /api/v1/namespaces/n/configmaps',
  body: map,
  response: [code, code === 200 ? stored : { kind: 'Status' }],
});

it('a namespace accepts objects from the response of its create on', () => {
  expect(outcomesOf(rule, made, create(200), create(409))).toEqual(['held']);
  expect(outcomesOf(rule, made, create(403), create(200))).toEqual(['refused with 403 in a new namespace', 'held']);
  expect(outcomesOf(rule, made, create(404), create(404))[0]).toBe('refused with 404 in a new namespace');
});

it('the rule does not judge a create whose name is taken, nor another object of that name', () => {
  const gone: Literal = {
    send: 'DELETE /api/v1/namespaces/n/configmaps/a',
    response: [200, { kind: 'Status', status: 'Success' }],
  };
  expect(outcomesOf(rule, made, create(200), create(409), gone, create(200))).toEqual(['held']);
  const illegal: Literal = { ...create(422), body: { ...map, data: 7 } };
  expect(outcomesOf(rule, made, illegal, create(200))).toEqual(['held']);
});

it('the rule does not judge lasting refusals, nor namespaces that were not created or are deleted', () => {
  const gone: Literal = { send: 'DELETE /api/v1/namespaces/n', response: [200, { kind: 'Status', status: 'Success' }] };
  expect(outcomesOf(rule, made, create(403), create(403))).toEqual([]);
  expect(outcomesOf(rule, create(404), create(200))).toEqual([]);
  expect(outcomesOf(rule, made, gone, create(404))).toEqual([]);
});
