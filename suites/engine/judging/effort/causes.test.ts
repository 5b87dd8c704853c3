import { describe, expect, it } from 'vitest';
import type { Violated } from '../../../checks/finding.ts';
import { Causes } from './causes.ts';
import { fingerprintOf } from './fingerprint.ts';

const RULE = { id: 'get/of-an-absent-object-is-refused' } as const;
const violation = (cause: string): Violated => ({
  outcome: 'violated',
  operation: 'GET /api/v1/namespaces/{name}',
  exchange: 1,
  expected: '404',
  actual: '200',
  cause,
});

describe('a cause', () => {
  it('is shrunk once, and the first of a rule longest', () => {
    const causes = new Causes();
    expect(['a', 'a', 'b', 'c', 'd'].map((cause) => causes.claim(RULE, violation(cause)).allowedMs)).toEqual([
      10_000, 0, 3_000, 1_000, 1_000,
    ]);
  });

  it('is shrunk for a shorter time if many others were', () => {
    const stored = Array.from({ length: 100 }, (_, n) => `stored-${n}`);
    const causes = new Causes(undefined, stored);
    const claims = Array.from(
      { length: 102 },
      (_, n) => causes.claim({ id: `get/rule-${n}` }, violation('a')).allowedMs,
    );
    expect([claims[29], claims[30], claims[99], claims[100]]).toEqual([10_000, 3_000, 3_000, 1_000]);
  });

  it('is not shrunk if a baseline keeps small cases of it', () => {
    const causes = new Causes(undefined, [fingerprintOf(RULE.id, violation('a'))]);
    expect(causes.claim(RULE, violation('a'))).toEqual({ isNew: false, allowedMs: 0 });
    expect(causes.claim(RULE, violation('b'))).toEqual({ isNew: true, allowedMs: 10_000 });
  });
});
