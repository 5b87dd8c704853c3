import { expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './old-version-is-served-whole-or-refused.rule.ts';

const PATH = '/api/v1/namespaces/a/configmaps';

function judge(query: string, end: Literal): string[] {
  return outcomesOf(rule, { open: `GET ${PATH}?watch=true&${query}`, as: 'w' }, end);
}

it('holds if the server ends a watch from a version without an event', () => {
  expect(judge('resourceVersion=1', { end: 'w' })).toEqual(['held']);
});

it('does not apply if the client or a timeout ends the watch', () => {
  expect(judge('resourceVersion=1', { hangUp: 'w' })).toEqual([]);
  expect(judge('resourceVersion=1&timeoutSeconds=1', { end: 'w' })).toEqual([]);
});
