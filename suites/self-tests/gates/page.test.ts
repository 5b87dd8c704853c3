import { describe, expect, it } from 'vitest';
import { gatesPage, holds, summaryOf } from './page.ts';
import type { TrialOutcome } from './trial.ts';

const STEADY: TrialOutcome = {
  fault: 'stale-put-accepted',
  rule: 'replace/stale-version-is-refused',
  baselines: 10,
  empty: 0,
  entries: 24,
  falseReds: 0,
  wronglyStale: 0,
  notGone: 0,
  mendedReds: 0,
  newFaultIsRed: true,
  explored: 4,
  exploredReds: 1,
  notes: [],
};
const QUIET = { gates: 10, hogs: 4, falseReds: [] };
const MEASUREMENT = { command: 'pnpm gates --faults 1', runs: 5 };

describe('gates', () => {
  it('hold if every gate of every fault does', () => {
    expect(holds([STEADY, STEADY], QUIET)).toBe(true);
  });

  it.each([{ falseReds: 1 }, { wronglyStale: 1 }, { notGone: 1 }, { mendedReds: 1 }])('do not hold with %o', (flaw) => {
    expect(holds([STEADY, { ...STEADY, ...flaw }], QUIET)).toBe(false);
  });

  it('do not hold if one is red under load', () => {
    expect(holds([STEADY], { ...QUIET, falseReds: ['stale-put-accepted, exit 1'] })).toBe(false);
  });

  it('may miss one second fault of sixty, and no more', () => {
    const missing = { ...STEADY, newFaultIsRed: false };
    expect(holds([missing, STEADY], QUIET)).toBe(true);
    expect(holds([missing, missing, STEADY], QUIET)).toBe(false);
  });
});

describe('the page of gates', () => {
  it('has the figures, and names the gates that did not hold', () => {
    const page = gatesPage([STEADY, { ...STEADY, fault: 'truncated-list', falseReds: 2 }], QUIET, MEASUREMENT);
    expect(page).toContain('| unchanged server: runs that were red | 2 of 20 | 0 |');
    expect(page).toContain('of 8 runs on unchanged servers under seeds that the baseline does not have, 2 found');
    expect(page).toContain('- `truncated-list`: 2 false reds\n');
    expect(page).not.toContain('- `stale-put-accepted`');
  });

  it('has the same content as the terminal', () => {
    expect(summaryOf([STEADY], QUIET)).toContain('mended server: runs that report every entry as gone: 10 of 10');
  });
});
