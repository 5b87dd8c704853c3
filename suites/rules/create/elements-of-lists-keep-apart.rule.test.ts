import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './elements-of-lists-keep-apart.rule.ts';

const PODS = '/api/v1/namespaces/a/pods';

const pod = (...containers: readonly Json[]): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'a', uid: 'u1', resourceVersion: '1' },
  spec: { containers },
});
const full = { name: 'full', image: 'x:1', env: [{ name: 'A', value: 'full-one' }], args: ['full-one'] };
const bare = { name: 'bare', image: 'x:1' };

const shown = (...containers: readonly Json[]): string[] =>
  outcomesOf(rule, { send: `POST ${PODS}`, body: pod(full, bare), response: [200, pod(...containers)] });

it('an element that was sent without members does not get those of the element before it', () => {
  expect(shown(full, bare)).toEqual(['held']);
  expect(shown(full, { ...bare, env: full.env })).toContain('spec.containers.env');
});

it('an element may get members from somebody else, and lists another order', () => {
  expect(shown(full, { ...bare, env: [{ name: 'INJECTED', value: 'by admission' }] })).toEqual(['held']);
  expect(shown(bare, full)).toEqual(['held']);
});

it('each element is stored', () => {
  expect(shown(full)).toContain('spec.containers');
  expect(shown(full, bare, { name: 'injected', image: 'x:1' })).toEqual(['held']);
});
