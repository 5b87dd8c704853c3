import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import { compareFiles } from '../../replay/compare-replay.ts';
import { reportOf } from './difference-report.ts';
import { summaryOf } from './render-comparison.ts';

/** A recording of reads, each with an empty 200 response. */
function reads(...targets: readonly string[]): { lines: HappeningLine[]; path: string } {
  const lines = targets.flatMap((target, index): HappeningLine[] => {
    const at = { t: index, exchange: index + 1 };
    return [
      { kind: 'request', n: 3 * index + 1, ...at, method: 'GET', target, headers: [] },
      { kind: 'response', n: 3 * index + 2, ...at, status: 200, headers: [] },
      { kind: 'end', n: 3 * index + 3, ...at, reason: 'complete' },
    ];
  });
  return { lines, path: 'log.jsonl' };
}

async function summary(expected: ReturnType<typeof reads>, actual: ReturnType<typeof reads>): Promise<string> {
  const { comparison, skipped } = await compareFiles(expected, actual);
  return summaryOf(
    reportOf(comparison, {
      expected: 'a',
      actual: 'b',
      skipped,
      requests: [],
      rules: [],
      hidden: [],
      noise: [],
      accepted: [],
    }),
  );
}

describe('the summary of a comparison', () => {
  it('counts exchanges without a counterpart apart from those that were compared', async () => {
    expect(await summary(reads('/a', '/b'), reads('/c', '/d', '/e'))).toBe(
      '5 differences of 5 causes in 5 exchanges; 0 were compared, 5 have no counterpart',
    );
    expect(await summary(reads('/a', '/b'), reads('/a'))).toBe(
      '1 difference of 1 cause in 1 exchange; 1 was compared, 1 has no counterpart',
    );
    expect(await summary(reads('/a', '/b'), reads('/a', '/b'))).toBe('no difference in 2 exchanges');
  });
});
