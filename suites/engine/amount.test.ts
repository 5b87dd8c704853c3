import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../rules/rule.ts';
import { casesNeeded, casesPerOperation, operationsLookedAt, seedFor, shuffled, WHOLE_LOOK } from './amount.ts';

function ruleWith(least: number | undefined): Rule {
  const rule: Rule = {
    id: 'create/x',
    level: 'must',
    title: '',
    cites: ['rules.1.1'],
    operations: [],
    cases: () => fc.constant([]),
    check: () => [],
  };
  return least === undefined ? rule : { ...rule, least };
}

describe('the number of cases', () => {
  it('spreads the runs over the operations, but is never lower than the least', () => {
    expect(casesPerOperation(ruleWith(undefined), 4, 100)).toBe(25);
    expect(casesPerOperation(ruleWith(undefined), 60, 100)).toBeGreaterThanOrEqual(2);
    expect(casesPerOperation(ruleWith(1), 2, 100)).toBe(1);
  });

  it('is never zero, however few runs', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: 1, max: 1000 }),
        (least, operations, runs) => {
          expect(casesPerOperation(ruleWith(least), operations, runs)).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });
});

describe('a sweep', () => {
  it('gets one case on each of its operations, however many runs', () => {
    const sweep: Rule = { ...ruleWith(undefined), sweep: true };
    for (const runs of [1, 10, 100]) {
      expect(operationsLookedAt(sweep, 138, runs)).toBe(138);
      expect(casesPerOperation(sweep, 138, runs)).toBe(1);
      expect(casesNeeded(sweep, runs)).toBe(1);
    }
  });
});

describe('the operations of a rule', () => {
  it('are all judged in a complete run, and at most as many as there are cases in a quicker one', () => {
    expect(operationsLookedAt(ruleWith(undefined), 138, WHOLE_LOOK)).toBe(138);
    expect(operationsLookedAt(ruleWith(undefined), 138, 10)).toBe(10);
    expect(operationsLookedAt(ruleWith(undefined), 4, 10)).toBe(4);
  });
});

describe('the seed of a rule', () => {
  it('does not depend on which other rules are selected, and differs by rule, operation and seed', () => {
    const seeds = [
      seedFor(1, 'a/b', 'GET /x'),
      seedFor(2, 'a/b', 'GET /x'),
      seedFor(1, 'a/c', 'GET /x'),
      seedFor(1, 'a/b', 'GET /y'),
    ];
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(seedFor(1, 'a/b', 'GET /x')).toBe(seeds[0]);
  });
});

describe('the order of a run', () => {
  it('depends on the seed alone and loses nothing', () => {
    const things = Array.from({ length: 50 }, (_, index) => `thing ${index}`);
    const once = shuffled(things, 7, (thing) => thing);
    expect(shuffled(things, 7, (thing) => thing)).toEqual(once);
    expect(shuffled(things, 8, (thing) => thing)).not.toEqual(once);
    expect(once.toSorted()).toEqual(things.toSorted());
  });
});
