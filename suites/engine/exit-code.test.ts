import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../fixtures/formats/verdict.ts';
import { exitCodeOf } from './exit-code.ts';

describe('the exit code', () => {
  it.each<[string, readonly Verdict[], number]>([
    ['passes and what says nothing', ['passed', 'informational', 'unsupported', 'skipped', 'deviation'], 0],
    ['a failure, whatever else there is', ['passed', 'blocked', 'flaky', 'failed', 'inconclusive'], 1],
    ['a precondition that failed', ['passed', 'blocked', 'inconclusive'], 3],
    ['doubt', ['passed', 'inconclusive'], 4],
    ['a case that did not fail again', ['passed', 'flaky'], 4],
    ['our own fault before theirs', ['failed', 'broken'], 70],
    ['nothing', [], 0],
  ])('of %s', (_, verdicts, code) => {
    expect(exitCodeOf(verdicts)).toBe(code);
  });
});
