import { expect, it } from 'vitest';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './has-the-members-of-its-kind.rule.ts';

function judge(path: string, kind: string): string[] {
  const object = { kind, apiVersion: 'v1', metadata: { name: 'x', uid: 'u', resourceVersion: '1' } };
  return outcomesOf(rule, { send: `GET ${path}/x`, response: [200, object] });
}

it('is broken by a pod without a spec, and holds for a namespace without one', () => {
  expect(judge('/api/v1/namespaces/a/pods', 'Pod')).toEqual(['spec missing']);
  expect(judge('/api/v1/namespaces', 'Namespace')).toEqual(['held']);
});
