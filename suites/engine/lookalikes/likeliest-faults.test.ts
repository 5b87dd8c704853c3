import { describe, expect, it } from 'vitest';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import { likeliestFaults } from './likeliest-faults.ts';

function failure(rule: string, fingerprint: string): VerdictLine {
  const violation = { expected: '', actual: '', curl: [], replay: '', transcript: [], fingerprint };
  return {
    kind: 'verdict',
    rule,
    operation: 'o',
    verdict: 'failed',
    cases: 1,
    shapes: 1,
    durationMs: 0,
    violations: [violation],
  };
}

function fault(name: string, symptoms: Readonly<Record<string, string>>) {
  return {
    name,
    fires: {},
    symptoms: Object.fromEntries(
      Object.entries(symptoms).map(([rule, print]) => [rule, { fingerprints: [print], failed: ['o'], passed: [] }]),
    ),
  };
}

const KNOWN = [
  fault('both', { r: '1', s: '1' }),
  fault('and-a-kept-rule', { r: '1', s: '1', kept: '1' }),
  fault('otherwise', { r: '2', s: '1' }),
  fault('one', { r: '1' }),
  fault('none', { t: '1' }),
];

describe('the likeliest faults', () => {
  const names = (...failures: readonly VerdictLine[]): string[] =>
    likeliestFaults({ failures, passed: new Set(['kept']) }, KNOWN).map(({ name }) => name);

  it('break the failing rules in the same way, and none that holds', () => {
    expect(names(failure('r', '1'), failure('s', '1'))).toEqual(['both', 'otherwise', 'and-a-kept-rule', 'one']);
  });

  it('break at least one failing rule', () => {
    expect(names(failure('t', '9'))).toEqual(['none']);
    expect(names()).toEqual([]);
  });

  it('are those with a fired rule whose symptoms were not measured, too', () => {
    const fired = { name: 'fired', fires: { u: 'o' } };
    expect(likeliestFaults({ failures: [failure('u', '1')], passed: new Set() }, [...KNOWN, fired])).toEqual([fired]);
  });
});
