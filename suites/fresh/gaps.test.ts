import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLAUSES } from '../../spec/clauses/index.ts';
import { operationFor } from '../../spec/surface/operations.ts';
import { RULES, ruleById } from '../rules/index.ts';
import { LEFT_OUT } from '../rules/left-out.ts';
import type { Rule } from '../rules/rule.ts';
import { gapsIn } from './gaps.ts';
import { type JudgedWays, waysOf } from './ways.ts';

let ways: JudgedWays = new Map();

beforeAll(() => {
  ways = waysOf(RULES);
});

/** The gaps after a change of rules or clauses. */
function made(...args: Parameters<typeof gapsIn>): string[] {
  const before = new Set(gapsIn(RULES, ways));
  return gapsIn(...args).filter((gap) => !before.has(gap));
}

/** The rules with the named one changed. */
function changed(id: string, change: Partial<Rule>): Rule[] {
  return RULES.map((rule) => (rule.id === id ? { ...rule, ...change } : rule));
}

describe('the rules', () => {
  it('leave no gap in statements, operations and kinds', () => {
    expect(gapsIn(RULES, ways)).toEqual([]);
  });

  it('exercise each operation of the tables in many ways', () => {
    expect([...ways].filter(([, { positive }]) => positive.length < 2).map(([id]) => id)).toEqual([]);
  });
});

describe('a gap', () => {
  const only = 'validation/schedule-is-in-cron-format';

  it('is a clause without a rule and without a reason', () => {
    const without = RULES.filter(({ cites }) => !cites.includes('cron-job-spec.schedule.1'));
    expect(made(without, ways)).toContain(
      'clause cron-job-spec.schedule.1 is judged by no rule: cite it in one, or say in spec/clauses why nothing over HTTP shows it',
    );
  });

  it('is a clause with a rule that is said to be unobservable', () => {
    const clauses = CLAUSES.map((clause) =>
      clause.id === 'rules.3' ? { ...clause, unobservable: 'It is not so.' } : clause,
    );
    expect(made(RULES, ways, clauses)).toEqual([
      'clause rules.3 is judged by a rule, and said to be unobservable: take the one or the other away',
    ]);
  });

  it('is a citation of an unknown clause', () => {
    expect(made(changed(only, { cites: ['cron-job-spec.schedule.1', 'no.clause'] }), ways)).toEqual([
      `rule ${only} cites no.clause, which is no clause`,
    ]);
  });

  it('is an operation that is not exercised in a required way', () => {
    const id = 'POST /api/v1/namespaces';
    const found = ways.get(id);
    const lacking: JudgedWays = new Map([
      ...ways,
      [id, { positive: found?.positive ?? [], negative: found?.negative ?? [], concurrent: [] }],
    ]);
    expect(made(RULES, lacking)).toEqual([`operation ${id} has no concurrent cases in any rule`]);
  });

  it('is an operation that a rule leaves out without a reason', () => {
    const operations =
      ruleById('get/names-itself')?.operations.filter(({ id }) => id !== operationFor('pods', 'get')?.id) ?? [];
    expect(made(changed('get/names-itself', { operations }), ways)).toEqual([
      'rule get/names-itself is not judged on GET /api/v1/namespaces/{namespace}/pods/{name}: widen it, or say why in suites/rules/left-out.ts',
    ]);
  });

  it('is a reason without a gap', () => {
    const whole = changed('create/phase-of-a-new-pod', {
      operations: ruleById('create/uid-has-uuid-form')?.operations ?? [],
    });
    expect(made(whole, ways)).toEqual([
      'suites/rules/left-out.ts gives a reason for create/phase-of-a-new-pod that is not needed: the statement stands in the tables of Pod',
    ]);
    expect(LEFT_OUT.filter(({ why }) => why === '')).toEqual([]);
  });
});

describe('the ways of a rule', () => {
  const create = operationFor('configmaps', 'create');
  const rule = (change: Partial<Rule>): Rule => ({
    id: 'create/a-sentence',
    level: 'must',
    title: 'A sentence.',
    cites: ['rules.3'],
    operations: create === undefined ? [] : [create],
    cases: () => fc.constant([{ do: 'call', verb: 'create', resource: 'configmaps', namespace: 'ns1', body: {} }]),
    check: () => [],
    ...change,
  });

  it('follow from the requests of its cases', () => {
    const of = (one: Rule): unknown => waysOf([one]).get('POST /api/v1/namespaces/{namespace}/configmaps');
    const ids = ['create/a-sentence'];
    expect(of(rule({}))).toEqual({ positive: ids, negative: [], concurrent: [] });
    expect(of(rule({ negative: true }))).toEqual({ positive: [], negative: ids, concurrent: [] });
    expect(of(rule({ cases: () => fc.constant([]) }))).toEqual({ positive: [], negative: [], concurrent: [] });
    const call = { do: 'call', verb: 'create', resource: 'configmaps', namespace: 'ns1', body: {} } as const;
    expect(of(rule({ cases: () => fc.constant([{ do: 'together', branches: [[call], [call]] }]) }))).toEqual({
      positive: ids,
      negative: [],
      concurrent: ids,
    });
    expect(of(rule({ cases: () => fc.constant([{ do: 'together', branches: [[call]] }]) }))).toEqual({
      positive: ids,
      negative: [],
      concurrent: [],
    });
  });
});
