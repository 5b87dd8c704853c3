import { expect, it } from 'vitest';
import { RULES } from './index.ts';
import { impactOf } from './impact.ts';

it('gives every rule an impact', () => {
  for (const rule of RULES) expect(['data', 'content', 'events', 'form']).toContain(impactOf(rule));
});

it('prefers the impact of the rule to that of its family', () => {
  expect([impactOf({ id: 'watch/x' }), impactOf({ id: 'watch/x', impact: 'form' })]).toEqual(['events', 'form']);
});
