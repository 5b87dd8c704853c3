import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../shared/verdict-log/verdict.ts';
import { exitCodeOf, weightOf } from './exit-code.ts';

describe('the exit code', () => {
  it.each<[string, readonly Verdict[], number]>([
    ['passes and verdicts without a failure', ['passed', 'informational', 'unsupported', 'skipped', 'deviation'], 0],
    ['a failure, whatever else there is', ['passed', 'blocked', 'failed', 'inconclusive'], 1],
    ['a precondition that failed', ['passed', 'blocked', 'inconclusive'], 3],
    ['doubt', ['passed', 'inconclusive'], 4],
    ['a failure beside a fault of our own', ['failed', 'broken'], 1],
    ['a fault of our own without any failure', ['passed', 'inconclusive', 'blocked', 'broken'], 70],
    ['nothing', [], 0],
  ])('of %s', (_, verdicts, code) => {
    expect(exitCodeOf(verdicts)).toBe(code);
  });
});

describe('the weight of a verdict', () => {
  it('decides the exit code for must-rules', () => {
    expect(weightOf('must', 'failed', false)).toBe('failed');
  });

  it('is zero for a failed should-rule, unless the run is strict', () => {
    expect(exitCodeOf([weightOf('should', 'failed', false)])).toBe(0);
    expect(exitCodeOf([weightOf('should', 'failed', true)])).toBe(1);
    expect(exitCodeOf([weightOf('silent', 'failed', true)])).toBe(0);
    expect(exitCodeOf([weightOf('silent', 'inconclusive', false)])).toBe(0);
  });

  it('is kept for a broken verdict on every level', () => {
    expect(exitCodeOf([weightOf('silent', 'broken', false)])).toBe(70);
  });
});
