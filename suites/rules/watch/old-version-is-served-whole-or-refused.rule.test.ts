import { expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './old-version-is-served-whole-or-refused.rule.ts';

const PATH = '/api/v1/namespaces/a/configmaps';

/** A config map of the first version, and that many changes of it. */
function changed(changes: number): Literal[] {
  const shown = (turn: number): object => ({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'a', uid: 'u', resourceVersion: `${turn + 1}`, annotations: { turn: `${turn}` } },
  });
  const made: Literal = { send: `POST ${PATH}`, body: shown(0), response: [201, shown(0)] };
  const patches = Array.from({ length: changes }, (_, index): Literal => {
    const body = { metadata: { annotations: { turn: `${index + 1}` } } };
    return { send: `PATCH ${PATH}/a`, body, response: [200, shown(index + 1)] };
  });
  return [made, ...patches];
}

function judge(changes: number, query: string, end: Literal): string[] {
  return outcomesOf(rule, ...changed(changes), { open: `GET ${PATH}?watch=true&${query}`, as: 'w' }, end);
}

it('holds if the server ends a watch from an old version without an event', () => {
  expect(judge(100, 'resourceVersion=1', { end: 'w' })).toEqual(['held']);
});

it('does not apply if the version is recent, or if the client or a timeout ends the watch', () => {
  expect(judge(10, 'resourceVersion=1', { end: 'w' })).toEqual([]);
  expect(judge(100, 'resourceVersion=1', { hangUp: 'w' })).toEqual([]);
  expect(judge(100, 'resourceVersion=1&timeoutSeconds=1', { end: 'w' })).toEqual([]);
});
