import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './one-of-several-creates-wins.rule.ts';

const PODS = '/api/v1/namespaces/a/pods';

function pod(uid: string): JsonObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'a', uid, resourceVersion: uid } };
}

const send = (code: number, shown: JsonObject): Extract<Literal, { readonly send: string }> => ({
  send: `POST ${PODS}`,
  body: pod('sent'),
  response: [code, shown],
});
const get = (uid: string): Literal => ({ send: `GET ${PODS}/p`, response: [200, pod(uid)] });

describe('concurrent creates of one name', () => {
  it('have one that succeeds, and its object exists', () => {
    expect(outcomesOf(rule, { together: [send(200, pod('1')), send(409, {})] }, get('1'))).toEqual(['held']);
    expect(outcomesOf(rule, { together: [send(200, pod('1')), send(409, {})] }, get('2'))).toEqual([
      'another object than the one acknowledged',
    ]);
    expect(outcomesOf(rule, { together: [send(200, pod('1')), send(200, pod('2'))] })).toEqual(['several creates win']);
  });

  it('are refused by any code', () => {
    expect(outcomesOf(rule, { together: [send(200, pod('1')), send(500, {})] }, get('1'))).toEqual(['held']);
    expect(outcomesOf(rule, { together: [send(200, pod('1')), send(500, {})] }, get('2'))).toEqual([
      'another object than the one acknowledged',
    ]);
  });

  it('may both succeed if the object was deleted between them', () => {
    expect(
      outcomesOf(rule, send(200, pod('1')), { send: `DELETE ${PODS}/p`, response: [200, {}] }, send(200, pod('2'))),
    ).toEqual([]);
  });
});
