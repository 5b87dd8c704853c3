import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { Rule } from '../../rules/rule.ts';
import { nearest } from './near.ts';
import { isDone, merged, plan } from './plan.ts';

function ruleOver(id: Rule['id'], ...operations: readonly string[]): Rule {
  return {
    id,
    level: 'must',
    title: id,
    cites: ['rules.3'],
    operations: OPERATIONS.filter((operation) => operations.includes(operation.id)),
    cases: () => fc.constant([]),
    check: () => [],
  };
}

const GET = 'GET /api/v1/namespaces/{namespace}/pods/{name}';
const PUT = 'PUT /api/v1/namespaces/{namespace}/pods/{name}';
const PUT_JOB = 'PUT /apis/batch/v1/namespaces/{namespace}/jobs/{name}';
const OLD = ruleOver('get/old', GET);
const NEW = ruleOver('get/new', GET);
const KNOWN = { name: 'known', summary: 'as ever', fires: { 'get/old': GET } };
const STORED = { rules: ['get/old'], subjects: [KNOWN] };
const SUBJECTS = [
  { name: 'known', summary: 'as ever' },
  { name: 'unknown', summary: 'new' },
];

describe('the plan of a measurement', () => {
  it('is everything by every rule, by default', () => {
    const jobs = plan(SUBJECTS, STORED, [OLD, NEW], { missing: false });
    expect(jobs.map(({ rules }) => rules.length)).toEqual([2, 2]);
  });

  it('is new subjects by all rules, and the rest by new rules only, with --missing', () => {
    const jobs = plan(SUBJECTS, STORED, [OLD, NEW], { missing: true });
    expect(jobs).toEqual([
      { subject: SUBJECTS[0], known: { fires: KNOWN.fires }, rules: [NEW], failing: [OLD, NEW] },
      { subject: SUBJECTS[1], known: undefined, rules: [OLD, NEW], failing: [OLD, NEW] },
    ]);
  });

  it('includes subjects with a changed description', () => {
    const [job] = plan([{ name: 'known', summary: 'changed' }], STORED, [OLD], { missing: true });
    expect(job).toMatchObject({ subject: { name: 'known', summary: 'changed' }, known: undefined, rules: [OLD] });
  });

  it('is empty for a fault with only another source', () => {
    const [job] = plan(
      [{ name: 'known', summary: 'as ever', seenIn: 'somebody/something#1' }],
      { ...STORED, subjects: [{ ...KNOWN, seenIn: 'nobody/nothing#1' }] },
      [OLD],
      { missing: true },
    );
    expect(job?.known?.fires).toEqual(KNOWN.fires);
    expect(job?.rules).toEqual([]);
  });

  it('is only the named subjects, if names are given', () => {
    const jobs = plan(SUBJECTS, STORED, [OLD], { missing: false, only: new Set(['unknown']) });
    expect(jobs.map(({ rules }) => rules.length)).toEqual([0, 1]);
    expect(jobs[0]?.known?.fires).toEqual(KNOWN.fires);
  });

  it('keeps the order of the catalogue and drops deleted rules', () => {
    const { fires } = merged([NEW, OLD], { fires: { 'get/old': GET, 'get/gone': GET } }, { fires: { 'get/new': GET } });
    expect(Object.keys(fires)).toEqual(['get/new', 'get/old']);
  });

  it('includes a fault whose stored symptom has no details', () => {
    const symptoms = { 'get/old': { fingerprints: ['one'], failed: ['get pods'], passed: [] } };
    const planned = (known: typeof KNOWN): boolean[] =>
      plan([KNOWN], { rules: ['get/old'], subjects: [known] }, [OLD], { missing: true }).map(isDone);
    expect(planned(KNOWN)).toEqual([false]);
    expect(planned({ ...KNOWN, symptoms } as typeof KNOWN)).toEqual([true]);
  });
});

describe('the operation on which a rule is judged', () => {
  it('is the operation of the wrong response, if the rule covers it', () => {
    expect(nearest(ruleOver('get/one', GET, PUT, PUT_JOB), PUT, 'fault').id).toBe(PUT);
  });

  it('is otherwise one of the same resource', () => {
    expect(nearest(ruleOver('get/one', GET, PUT_JOB), PUT, 'fault').id).toBe(GET);
  });

  it('is otherwise any, the same each time', () => {
    const rule = ruleOver('get/one', GET, PUT);
    expect(nearest(rule, PUT_JOB, 'fault').id).toBe(nearest(rule, PUT_JOB, 'fault').id);
  });
});
