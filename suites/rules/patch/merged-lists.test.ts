import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as conditions } from '../status/conditions-are-merged-by-type.rule.ts';
import { rule as statusTypes } from '../status/members-have-the-types-of-their-tables.rule.ts';
import { rule as lists } from './lists-are-merged-by-their-keys.rule.ts';

const SETS = '/apis/extensions/v1beta1/namespaces/a/replicasets';
const STRATEGIC = [['Content-Type', 'application/strategic-merge-patch+json']] as const;

const set = (version: string, containers: readonly Json[], status: JsonObject = {}): JsonObject => ({
  apiVersion: 'extensions/v1beta1',
  kind: 'ReplicaSet',
  metadata: { name: 'r', namespace: 'a', uid: 'u', resourceVersion: version },
  spec: { replicas: 0, template: { spec: { containers } } },
  status,
});

const create = (object: JsonObject): Literal => ({ send: `POST ${SETS}`, body: object, response: [200, object] });
const patch = (body: JsonObject, after: JsonObject, path = ''): Literal => ({
  send: `PATCH ${SETS}/r${path}`,
  headers: STRATEGIC,
  body,
  response: [200, after],
});

describe('a legal strategic merge patch that is refused', () => {
  const body = { spec: { template: { spec: { volumes: [{ name: 'added', emptyDir: {} }] } } } };
  const refused = (rule: string, status: number): Literal => ({
    send: `PATCH ${SETS}/r`,
    headers: [...STRATEGIC, ['X-Plumbline-Rule', rule]],
    body,
    response: [status, { kind: 'Status', status: 'Failure', code: status }],
  });
  const outcomes = (...patches: readonly Literal[]): string[] => outcomesOf(lists, create(set('1', [])), ...patches);

  it('is a violation if the rule sent it', () => {
    expect(outcomes(refused(lists.id, 422))).toEqual(['refused by application/strategic-merge-patch+json with 422']);
    expect(outcomes(refused(lists.id, 500))).toEqual(['refused by application/strategic-merge-patch+json with 500']);
    expect(outcomes(refused('patch/another-rule', 422))).toEqual([]);
  });

  it('is none after a conflict, because an earlier write is missing', () => {
    expect(outcomes(refused(lists.id, 409), refused(lists.id, 422))).toEqual([]);
  });
});

describe('a strategic merge patch of a list with a merge key', () => {
  const [kept, changed] = [
    { name: 'kept', image: 'x:1' },
    { name: 'changed', image: 'x:1', workingDir: '/kept' },
  ];
  const body = {
    spec: {
      template: {
        spec: {
          containers: [
            { name: 'changed', image: 'x:2' },
            { name: 'added', image: 'x:3' },
          ],
        },
      },
    },
  };
  const now = { name: 'changed', image: 'x:2', workingDir: '/kept' };
  const after = (...containers: readonly Json[]): string[] =>
    outcomesOf(lists, create(set('1', [kept, changed])), patch(body, set('2', containers)));

  it('keeps elements that it does not name, changes those that it names and adds the others, in any order', () => {
    expect(after(kept, now, { name: 'added', image: 'x:3' })).toEqual(['held']);
    expect(after({ name: 'added', image: 'x:3' }, kept, now)).toEqual(['held']);
    expect(after(now, { name: 'added', image: 'x:3' })).toEqual(['a list is not merged by its key']);
    expect(after(kept, now)).toEqual(['a list is not merged by its key']);
    expect(after(kept, { name: 'changed', image: 'x:2' }, { name: 'added', image: 'x:3' })).toEqual([
      'elements of a list are not merged',
    ]);
    expect(after(kept, changed, { name: 'added', image: 'x:3' })).toEqual(['elements of a list are not merged']);
    expect(after(kept, now, now, { name: 'added', image: 'x:3' })).toEqual(['a list has an element twice']);
  });

  it('removes elements that it deletes, and no others', () => {
    const deleted = { spec: { template: { spec: { containers: [{ name: 'kept', $patch: 'delete' }] } } } };
    const left = (...containers: readonly Json[]): string[] =>
      outcomesOf(lists, create(set('1', [kept, changed])), patch(deleted, set('2', containers)));
    expect(left(changed)).toEqual(['held']);
    expect(left(kept, changed)).toEqual(['an element of a list is not deleted']);
    expect(left()).toEqual(['a list is not merged by its key']);
  });

  it('is not judged by this rule if it replaces the list, or names an element twice', () => {
    const directed = { spec: { template: { spec: { containers: [{ $patch: 'replace' }, changed] } } } };
    expect(outcomesOf(lists, create(set('1', [kept, changed])), patch(directed, set('2', [changed])))).toEqual([]);
    expect(outcomesOf(lists, create(set('1', [kept, kept])), patch(body, set('2', [])))).toEqual([]);
  });
});

describe('the status of an object', () => {
  const before = set('1', [], {
    conditions: [
      { type: 'Kept', status: 'True' },
      { type: 'Changed', status: 'False' },
    ],
  });
  const body = { status: { conditions: [{ type: 'Changed', status: 'True' }] } };

  it('has its conditions merged by type', () => {
    const after = (...items: readonly Json[]): string[] =>
      outcomesOf(conditions, create(before), patch(body, set('2', [], { conditions: items }), '/status'));
    expect(after({ type: 'Kept', status: 'True' }, { type: 'Changed', status: 'True' })).toEqual(['held']);
    expect(after({ type: 'Changed', status: 'True' })).toEqual(['a list is not merged by its key']);
    expect(after({ type: 'Kept', status: 'True' }, { type: 'Changed', status: 'False' })).toEqual([
      'elements of a list are not merged',
    ]);
    const deleted = { status: { conditions: [{ type: 'Kept', $patch: 'delete' }] } };
    expect(
      outcomesOf(conditions, create(before), patch(deleted, set('2', [], before['status'] as JsonObject), '/status')),
    ).toEqual(['an element of a list is not deleted']);
  });

  it('never shows a value of another type that was written to it', () => {
    const wrong = { status: { replicas: 'many' } };
    const deployments = SETS.replace('replicasets', 'deployments');
    const deployment = (version: string, status: JsonObject): JsonObject => ({
      ...set(version, [], status),
      kind: 'Deployment',
    });
    const made = deployment('1', { replicas: 1 });
    const created: Literal = { send: `POST ${deployments}`, body: made, response: [200, made] };
    const write = (code: number, response: Json): Literal => ({
      send: `PATCH ${deployments}/r/status`,
      headers: [['Content-Type', 'application/merge-patch+json']],
      body: wrong,
      response: [code, response],
    });
    const get = (object: JsonObject): Literal => ({ send: `GET ${deployments}/r`, response: [200, object] });
    expect(outcomesOf(statusTypes, created, write(400, {}), get(made))).toEqual(['held']);
    expect(outcomesOf(statusTypes, created, write(200, deployment('2', { replicas: 0 })))).toEqual(['held']);
    expect(outcomesOf(statusTypes, created, write(200, deployment('2', { replicas: 'many' })))).toEqual([
      'status.replicas is stored as sent',
    ]);
    expect(outcomesOf(statusTypes, created, write(500, {}))).toEqual(['held']);
    expect(outcomesOf(statusTypes, created, write(400, {}), get(deployment('1', { replicas: 'many' })))).toEqual([
      '/status/replicas changed after a refusal: status.replicas that is not integer',
    ]);
  });
});
