import { describe, expect, it } from 'vitest';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';
import { exampleLog } from './example-log.fixture.ts';
import { fold } from './fold.ts';
import { reportNames } from './report-names.ts';
import { sideBySide } from './side-by-side.ts';
import { trends } from './trends.ts';

const WHOLE = fold(exampleLog());
const GET = 'get/absent-object-is-refused';
const LIST = 'list/item-equals-what-get-shows';

/** The example with these verdicts of rules; `undefined` removes the rule. */
function having(verdicts: Readonly<Record<string, Verdict | undefined>>): Report {
  const rules = WHOLE.rules.flatMap((rule) => {
    if (!Object.hasOwn(verdicts, rule.id)) return [rule];
    const verdict = verdicts[rule.id];
    return verdict === undefined ? [] : [{ ...rule, verdict }];
  });
  return { ...WHOLE, rules };
}

describe('reports beside each other', () => {
  it('have each rule once, and no difference from themselves', () => {
    const rules = sideBySide([WHOLE, WHOLE, WHOLE]);
    expect(rules.map(({ rule }) => rule.id)).toEqual(WHOLE.rules.map(({ id }) => id));
    expect(rules.some(({ differs }) => differs)).toBe(false);
  });

  it('show rules that differ first, the worst verdicts before others', () => {
    const rules = sideBySide([WHOLE, having({ [GET]: 'skipped', [LIST]: 'failed' }), WHOLE]);
    expect(rules.slice(0, 2).map(({ rule, judged }) => [rule.id, judged.map((each) => each?.verdict)])).toEqual([
      [LIST, ['passed', 'failed', 'passed']],
      [GET, ['passed', 'skipped', 'passed']],
    ]);
    expect(rules.filter(({ differs }) => differs)).toHaveLength(2);
  });

  it.each([
    [
      [having({ [GET]: undefined }), WHOLE],
      [undefined, 'passed'],
    ],
    [
      [WHOLE, having({ [GET]: undefined })],
      ['passed', undefined],
    ],
  ])('count no rule that a report lacks as a difference', (reports, verdicts) => {
    const rule = sideBySide(reports).find((each) => each.rule.id === GET);
    expect([rule?.differs, rule?.judged.map((each) => each?.verdict)]).toEqual([false, verdicts]);
  });

  it('are named by their targets, with the minute if several have one target', () => {
    const other = { ...WHOLE, target: 'https://example.test' };
    expect(reportNames([WHOLE, other, WHOLE])).toEqual([
      '127.0.0.1:8001, 2026-01-02 03:04',
      'example.test',
      '127.0.0.1:8001, 2026-01-02 03:04',
    ]);
  });
});

describe('runs over time', () => {
  it('are those of targets with several runs, the earliest first', () => {
    const later = { ...having({ [GET]: 'failed' }), startedAt: '2026-01-03T00:00:00.000Z', durationMs: 5 };
    const failed = WHOLE.rules.filter(({ verdict }) => verdict === 'failed').length;
    expect(trends([later, { ...WHOLE, target: 'alone' }, WHOLE])).toEqual([
      {
        target: WHOLE.target,
        runs: [
          { startedAt: WHOLE.startedAt, failed, durationMs: 41_250 },
          { startedAt: later.startedAt, failed: failed + 1, durationMs: 5 },
        ],
      },
    ]);
  });
});
