import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { exampleLog } from '../../tally/example-log.fixture.ts';
import { fold } from '../../tally/fold.ts';
import { accessibilityFaults } from '../../../shared/page/accessibility.fixture.ts';
import { comparisonPage } from './comparison-page.ts';
import { HOSTILE, hostileReport } from './hostile-report.fixture.ts';
import { PageOpener } from '../../../shared/page/open-page.fixture.ts';
import { placesOf } from './trend-charts.ts';

const STALE = 'replace/stale-version-is-refused';
const BEFORE = fold(exampleLog());
const AFTER = mended({ ...BEFORE, startedAt: '2026-02-01T00:00:00.000Z' });
const HTML = comparisonPage([BEFORE, { ...BEFORE, target: 'https://example.test' }, AFTER]);
const HOSTILE_RUN = hostileInNames(hostileReport());
const HOSTILE_HTML = comparisonPage([HOSTILE_RUN, mended(HOSTILE_RUN)]);

/** The same report with the rule passed. */
function mended(report: Report): Report {
  const rules = report.rules.map((rule) =>
    rule.id.startsWith(STALE) ? { ...rule, verdict: 'passed' as const } : rule,
  );
  return { ...report, rules };
}

/** With hostile text in members that a foreign report.json could have. */
function hostileInNames(report: Report): Report {
  const rules = report.rules.map((rule) => ({ ...rule, id: `${rule.id}${HOSTILE}`, title: HOSTILE, family: HOSTILE }));
  return { ...report, dialect: HOSTILE, plumbline: HOSTILE, startedAt: HOSTILE, rules };
}

let opener: PageOpener;
beforeAll(async () => {
  opener = await PageOpener.start();
});
afterAll(async () => opener.close());

describe('the comparison in a browser', () => {
  it.each([{}, { dark: true as const }, { width: 400 }])(
    'has no error, no accessibility fault and no sideways scroll: %o',
    async (look) => {
      for (const html of [HTML, HOSTILE_HTML]) {
        const { page, complaints } = await opener.open(html, look);
        await page.locator('table.matrix button').first().press('Enter');
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width ?? 1280);
        expect(complaints).toEqual([]);
      }
    },
  );

  it('runs no script in the text of a report, and shows it as text', async () => {
    const { page, complaints } = await opener.open(HOSTILE_HTML);
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(await page.locator('#trends + h3').textContent()).toContain(`<img src=x onerror="alert('ran')">`);
    expect(complaints).toEqual([]);
  });

  it('shows the rule that differs first, with a cell for each report that leads to the rule', async () => {
    const { page } = await opener.open(HTML);
    expect(await page.locator('h1').textContent()).toBe('3 reports differ on 1 of 11 rules');
    const row = page.locator('table.matrix tbody').first().locator('tr').nth(1);
    expect(await row.locator('th, td').allTextContents()).toEqual([STALE, '✗', '✗', '✓']);
    await row.locator('td a').last().click();
    expect(await page.locator('article:target h3').textContent()).toBe(STALE);
  });

  it('plots the runs of a target with several runs', async () => {
    const { page } = await opener.open(HTML);
    const labels = await page.locator('.chart svg').evaluateAll((all) => all.map((each) => each.ariaLabel));
    expect(labels).toEqual([
      expect.stringMatching(/^failed rules: \d at 2026-01-02 03:04, \d at 2026-02-01 00:00$/),
      'run time: 41.3 s at 2026-01-02 03:04, 41.3 s at 2026-02-01 00:00',
    ]);
  });
});

describe('the places of runs over time', () => {
  const at = (startedAt: string) => ({ startedAt, failed: 0, durationMs: 0 });

  it.each([
    [
      ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-05T00:00:00Z'],
      [0, 0.25, 1],
    ],
    [
      ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
      [0, 1],
    ],
    [
      ['never', 'nor then', ''],
      [0, 0.5, 1],
    ],
  ])('follow the time of the start, or the order: %j', (times, places) => {
    expect(placesOf(times.map(at))).toEqual(places);
  });
});
