import { expect, it } from 'vitest';
import type { DifferenceReport } from './difference-report.ts';
import { footnotesOf } from './footnotes.ts';

const NOTHING = {
  opaque: 0,
  skipped: [],
  behindHoles: { count: 0, exchanges: [] },
  prior: { expected: [], actual: [], count: 0 },
  rules: [],
  noise: [],
  gone: [],
};

it('counts the differences of chance once for each reason, however many races the recording has', () => {
  const races = Array.from({ length: 40 }, (_, race) => ({
    exchanges: [2 * race, 2 * race + 1],
    reason: 'which write came last',
    count: 2,
  }));
  const unsettled = [...races, { exchanges: [7], reason: 'whether a read saw a write', count: 1 }];
  const notes = footnotesOf({ ...NOTHING, unsettled } as unknown as DifferenceReport);
  expect(notes).toEqual([
    expect.stringMatching(
      /^80 differences are not counted: they depend on which write came last: exchanges 0, 1; 2, 3; .*\(40\)$/,
    ) as unknown,
    '1 difference is not counted: it depends on whether a read saw a write: exchanges 7',
  ]);
});
