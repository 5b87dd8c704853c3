import { expect, it } from 'vitest';
import { RULES } from './index.ts';
import { READ_RULES } from './readings.ts';

it('names existing rules', () => {
  const ids = new Set<string>(RULES.map(({ id }) => id));
  expect(READ_RULES.filter((id) => !ids.has(id))).toEqual([]);
});
