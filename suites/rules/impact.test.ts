import { expect, it } from 'vitest';
import { RULES } from './index.ts';
import { impactOf, OTHER_IMPACTS } from './impact.ts';

it('names existing rules only', () => {
  const ids = RULES.map(({ id }) => id);
  for (const id of Object.keys(OTHER_IMPACTS)) expect(ids).toContain(id);
});

it('gives every rule an impact', () => {
  for (const { id } of RULES) expect(['data', 'content', 'events', 'form']).toContain(impactOf(id));
});
