import { describe, expect, it } from 'vitest';
import { REAL_DIFFERENCES } from '../../../spec/dialects/real-differences.ts';
import { ruleById } from '../../rules/index.ts';
import { storedFailures } from './stored-failures.ts';

const { failures, seeds } = storedFailures();
const failed = failures.map(({ rule }) => rule);
const named = new Set(REAL_DIFFERENCES.flatMap(({ failing = [] }) => failing));
const byChance = new Set(REAL_DIFFERENCES.flatMap(({ failingByChance = [] }) => failingByChance));

/** If this fails, run `pnpm spec-failures`, and name new rules in spec/dialects/real-differences.ts. */
describe('the rules that fail for the real system under spec, as they were measured', () => {
  it('are existing rules, at their levels', () => {
    expect(failures.length).toBeGreaterThan(0);
    for (const { rule, level } of failures) expect([rule, ruleById(rule)?.level]).toEqual([rule, level]);
  });

  it('each have a difference that was measured on the real system', () => {
    expect(failed.filter((rule) => !named.has(rule) && !byChance.has(rule))).toEqual([]);
  });

  it('are exactly those that differences name, except those that depend on chance', () => {
    expect([...named].filter((rule) => !failed.includes(rule))).toEqual([]);
  });

  it('failed under a seed that was tried', () => {
    for (const failure of failures) {
      expect(failure.seeds.length).toBeGreaterThan(0);
      expect(seeds).toEqual(expect.arrayContaining([...failure.seeds]));
    }
  });
});
