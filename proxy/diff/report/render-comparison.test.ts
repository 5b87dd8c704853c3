import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import { compareFiles } from '../../replay/compare-replay.ts';
import type { AcceptedCause } from '../causes/accepted-differences.ts';
import { type DifferenceReport, reportOf } from './difference-report.ts';
import { renderText, summaryOf } from './render-comparison.ts';

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

async function compared(
  expected: ReturnType<typeof reads>,
  actual: ReturnType<typeof reads>,
): Promise<DifferenceReport> {
  const { comparison, skipped } = await compareFiles(expected, actual);
  return reportOf(comparison, {
    expected: 'a',
    actual: 'b',
    skipped,
    requests: [],
    rules: [],
    hidden: [],
    noise: [],
    accepted: [],
  });
}

async function summary(...sides: [ReturnType<typeof reads>, ReturnType<typeof reads>]): Promise<string> {
  return summaryOf(await compared(...sides));
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

describe('the text of a comparison', () => {
  const seven = compared(reads(...Array.from({ length: 7 }, (_, index) => `/path-${index}`)), reads('/other'));
  const GONE: AcceptedCause = { cause: '0123456789ab', what: 'value at $.x of GET /x', reason: 'known' };

  it('begins with the verdict, shows at most five causes, and ends with the notes', async () => {
    const text = renderText({ ...(await seven), gone: [GONE] });
    const parts = text.split('\n\n');
    expect(parts[0]).toMatch(/^✗ 8 differences of 8 causes in 8 exchanges; /);
    expect(parts.slice(1, -2).map((part) => part.slice(0, 3))).toEqual(['✗ 1', '✗ 2', '✗ 3', '✗ 4', '✗ 5']);
    expect(parts.at(-2)).toBe('3 more causes: add --html FILE for a page with all of them');
    expect(parts.at(-1)).toMatch(/^accepted cause 0123456789ab .* is gone/);
  });

  it('names the rows as reports of runs do, in their order', async () => {
    const [, block = ''] = renderText(await seven).split('\n\n');
    expect(block.split('\n').map((line) => line.slice(2, 10).trim())).toEqual([
      expect.stringMatching(/^1 {2}/) as unknown,
      'explains',
      'expected',
      'actual',
      'where',
      'baseline',
    ]);
  });

  it('names the page that shows the other causes if one is written', async () => {
    expect(renderText(await seven, { page: 'r.html' })).toContain('\n3 more causes: r.html');
  });

  it('fits the rows to a terminal', async () => {
    const plain = (text: string): string => text;
    const look = { head: plain, title: plain, name: plain, good: plain, dim: plain, columns: 60 };
    const long = `/${'long-'.repeat(60)}`;
    const text = renderText(await compared(reads(long), reads('/b')), { look });
    expect(text).toContain('...');
    const rows = text.split('\n').filter((line) => /^ {2}(?:expected|actual|where) /.test(line));
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter((line) => line.length > 60)).toEqual([]);
  });

  it('lists accepted causes apart, after a verdict that does not count them', async () => {
    const report = await seven;
    const causes = report.causes.map((cause) => ({ ...cause, accepted: 'on purpose' }));
    const [verdict, list = ''] = renderText({ ...report, causes }).split('\n\n');
    expect(verdict).toMatch(/^✓ no new difference in /);
    expect(list.match(/^~ accepted .*: on purpose$/gm)).toHaveLength(5);
    expect(list.split('\n').at(-1)).toBe('and 3 more accepted');
  });
});
