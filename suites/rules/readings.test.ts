import { expect, it } from 'vitest';
import { RULES } from './index.ts';
import { READINGS } from './readings.ts';

it('names existing rules', () => {
  const ids = new Set<string>(RULES.map(({ id }) => id));
  expect(Object.keys(READINGS).filter((id) => !ids.has(id))).toEqual([]);
});
