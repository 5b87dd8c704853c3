import { describe, expect, it } from 'vitest';
import type { Report, VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';
import { comparison } from '../render/terminal/comparison.ts';
import { paintFor } from '../render/terminal/paint.ts';
import { type VerdictChange, compare } from './compare.ts';
import { exampleLog } from './example-log.fixture.ts';
import { fold } from './fold.ts';

const RULE = 'get/absent-object-is-refused';
const LOG = exampleLog();
const WHOLE = fold(LOG);

/** The example with another verdict of that rule on its first operation. */
function withVerdict(verdict: Verdict | undefined, fingerprint = 'f'): Report {
  let changed = false;
  const lines = LOG.flatMap((line): VerdictLogLine[] => {
    if (changed || line.kind !== 'verdict' || line.rule !== RULE) return [line];
    changed = true;
    const violations =
      verdict === 'failed' ? [{ expected: 'e', actual: 'a', curl: [], replay: '', transcript: [], fingerprint }] : [];
    return verdict === undefined ? [] : [{ ...line, verdict, violations }];
  });
  return fold(lines);
}

const kinds = (before: Report, after: Report): VerdictChange['kind'][] =>
  compare(before, after).map(({ kind }) => kind);

describe('a comparison of two runs', () => {
  it('is empty for a run and itself', () => {
    expect(compare(WHOLE, WHOLE)).toEqual([]);
  });

  it.each<[Verdict | undefined, Verdict | undefined, VerdictChange['kind']]>([
    ['passed', 'failed', 'worse'],
    ['passed', 'unsupported', 'worse'],
    ['passed', 'inconclusive', 'worse'],
    ['deviation', 'failed', 'worse'],
    [undefined, 'failed', 'worse'],
    ['failed', 'passed', 'better'],
    ['failed', 'deviation', 'better'],
    ['passed', 'skipped', 'differs'],
    ['passed', 'informational', 'differs'],
    [undefined, 'passed', 'appeared'],
    ['failed', undefined, 'gone'],
  ])('calls %s and then %s %s', (before, after, kind) => {
    expect(kinds(withVerdict(before), withVerdict(after))).toEqual([kind]);
  });

  it('reports a failure with another cause', () => {
    expect(kinds(withVerdict('failed', 'one'), withVerdict('failed', 'two'))).toEqual(['other cause']);
  });

  it('is printed rule by rule, the worst changes first', () => {
    const [before, after] = [withVerdict('passed'), withVerdict('failed')];
    const text = comparison(before, after, compare(before, after), paintFor(false));
    expect(text.split('\n')).toEqual([
      'worse',
      expect.stringMatching(new RegExp(`^ {2}${RULE}: ✓ passed -> ✗ failed on GET `)) as unknown,
      '',
      expect.stringContaining('1 worse (pairs of rule and operation)') as unknown,
    ]);
    expect(comparison(WHOLE, WHOLE, [], paintFor(false))).toContain('nothing changed');
  });
});
