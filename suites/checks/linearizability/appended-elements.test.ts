import { expect, it } from 'vitest';
import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { historyFrom, type Literal } from '../history-literals.fixture.ts';
import { judgeAppendedElements } from './appended-elements.ts';

const PODS = '/api/v1/namespaces/a/pods';

function pod(version: string, ...args: readonly string[]): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version },
    spec: { containers: [{ name: 'c', args }] },
  };
}

const created: Literal = { send: `POST ${PODS}`, body: pod('1', 'first'), response: [201, pod('1', 'first')] };
const append = (value: string, version: string, ...left: readonly string[]) => ({
  send: `PATCH ${PODS}/m`,
  headers: [['Content-Type', JSON_PATCH_TYPE]] as const,
  body: [{ op: 'add', path: '/spec/containers/0/args/-', value }],
  response: [200, pod(version, ...left)] as const,
});
const get = (version: string, ...args: readonly string[]): Literal => ({
  send: `GET ${PODS}/m`,
  response: [200, pod(version, ...args)],
});
const causes = (...literals: readonly Literal[]): string[] =>
  Array.from(judgeAppendedElements(historyFrom(literals)), (finding) =>
    finding.outcome === 'violated' ? finding.cause : finding.outcome,
  );

const twins = { together: [append('x', '2', 'first', 'x'), append('x', '3', 'first', 'x', 'x')] };

it('a list has a text as often as clients appended it', () => {
  expect(causes(created, twins, get('3', 'first', 'x', 'x'))).toEqual(['held']);
  expect(causes(created, twins, get('2', 'first', 'x'))).toEqual(['an appended element is lost']);
  expect(causes(created, twins, get('4', 'first', 'x', 'x', 'x'))).toEqual([
    'an element is appended more often than asked',
  ]);
});

it('a list that another write names proves nothing', () => {
  const put: Literal = { send: `PUT ${PODS}/m`, body: pod('3', 'first'), response: [200, pod('4', 'first')] };
  expect(causes(created, twins, put, get('4', 'first'))).toEqual([]);
});

it('a refused append adds nothing', () => {
  const refused = { ...append('x', '2'), response: [409, { kind: 'Status' }] as const };
  expect(causes(created, append('x', '2', 'first', 'x'), refused, get('2', 'first', 'x'))).toEqual(['held']);
});
