import { describe, expect, it } from 'vitest';
import type { VerdictLine, Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { RULES } from '../../rules/index.ts';
import { type FailingCase, RunFindings } from './run-findings.ts';

const [one, other] = RULES.map(({ id }) => id);

function failure(rule: string | undefined, ...violations: readonly Violation[]): VerdictLine {
  return {
    kind: 'verdict',
    rule: rule ?? '',
    operation: 'o',
    verdict: 'failed',
    cases: 1,
    shapes: 1,
    durationMs: 0,
    violations,
  };
}

function violation(fingerprint: string, steps: number, more: Partial<Violation> = {}): Violation {
  const program = Array.from({ length: steps }, () => ({ do: 'pause', ms: 0 }));
  return { expected: '', actual: '', curl: [], replay: '', transcript: [], fingerprint, program, ...more };
}

function failingCases(verdicts: readonly VerdictLine[]): readonly FailingCase[] {
  const findings = new RunFindings();
  for (const verdict of verdicts) findings.add(verdict);
  return findings.cases();
}

describe('the failing cases of a run', () => {
  it('are one for each cause, the shortest, and one of each rule before the second of any', () => {
    const cases = failingCases([
      failure(one, violation('a', 3), violation('b', 1)),
      failure(one, violation('a', 2)),
      failure(other, violation('c', 5)),
    ]);
    expect(cases.map(({ violation: { fingerprint }, program }) => [fingerprint, program.length])).toEqual([
      ['b', 1],
      ['c', 5],
      ['a', 2],
    ]);
  });

  it('are two of a rule at most', () => {
    expect(failingCases([failure(one, violation('a', 1), violation('b', 2), violation('c', 3))])).toHaveLength(2);
  });

  it('leave out cases without a program, and of unknown rules', () => {
    const { program: _, ...lost } = violation('a', 1);
    expect(failingCases([failure(one, lost), failure('no/such-rule', violation('b', 1))])).toEqual([]);
  });

  it('are races if steps run at the same time or the failure was intermittent', () => {
    const beside = [
      { do: 'together', branches: [[], []] },
      { do: 'pause', ms: 0 },
    ];
    const races = failingCases([
      failure(one, violation('a', 1, { timeline: ['A [===]'] }), violation('b', 2, { program: beside })),
      failure(other, violation('c', 3, { intermittent: { failed: 1, sent: 12 } })),
    ]);
    expect(races.map(({ isRace }) => isRace)).toEqual([false, true, true]);
  });
});
