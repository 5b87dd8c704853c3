import { expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { historyFrom, type Literal } from '../history-literals.fixture.ts';
import { judgeDeletedElements } from './deleted-elements.ts';

const PODS = '/api/v1/namespaces/a/pods';

function pod(version: string, ...names: readonly string[]): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version },
    spec: { containers: [{ name: 'c', env: names.map((name) => ({ name })) }] },
  };
}

const created: Literal = {
  send: `POST ${PODS}`,
  body: pod('1', 'gone_a', 'gone_b'),
  response: [201, pod('1', 'gone_a', 'gone_b')],
};
const deletion = (name: string, version: string, ...left: readonly string[]) => ({
  send: `PATCH ${PODS}/m`,
  headers: [['Content-Type', STRATEGIC_MERGE_PATCH_TYPE]] as const,
  body: { spec: { containers: [{ name: 'c', env: [{ name, $patch: 'delete' }] }] } },
  response: [200, pod(version, ...left)] as const,
});
const get = (object: JsonObject): Literal => ({ send: `GET ${PODS}/m`, response: [200, object] });
const outcomes = (...literals: readonly Literal[]): string[] =>
  Array.from(judgeDeletedElements(historyFrom(literals)), ({ outcome }) => outcome);

it('a read that shows an element which a parallel patch deleted breaks the rule', () => {
  const both = { together: [deletion('gone_a', '2', 'gone_b'), deletion('gone_b', '3')] };
  expect(outcomes(created, both, get(pod('3')))).toEqual(['held', 'held']);
  expect(outcomes(created, both, get(pod('3', 'gone_b')))).toEqual(['held', 'violated']);
});

it('an element that another write names proves nothing', () => {
  const put: Literal = { send: `PUT ${PODS}/m`, body: pod('2', 'gone_a'), response: [200, pod('3', 'gone_a')] };
  expect(outcomes(created, deletion('gone_a', '2'), put, get(pod('3', 'gone_a')))).toEqual([]);
});
