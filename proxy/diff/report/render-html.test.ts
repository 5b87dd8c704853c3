import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../shared/page/accessibility.fixture.ts';
import { PageOpener } from '../../../shared/page/open-page.fixture.ts';
import type { DifferenceKind, TrafficDifference } from '../values/difference.ts';
import type { DifferenceReport, ReportedDifference } from './difference-report.ts';
import { renderHtml } from './render-html.ts';

/** Text that would run, or escape from its element, if it became part of a page unescaped. */
const HOSTILE = `</script></template><img src=x onerror="alert('ran')"><svg onload=alert(2)>"'&\u0000\u001b\u2028`;
/** A word without a place where a line may break. */
const ENDLESS = 'endless'.repeat(60);

/** A difference whose texts all contain `text`. */
function difference(kind: DifferenceKind, text: string, exchange = 1): TrafficDifference {
  return {
    exchange,
    request: `PUT /api/v1/namespaces/a/configmaps/${text}`,
    kind,
    place: kind === 'value' ? `$.data.${text}` : kind,
    subject: `configmaps a/${text}`,
    field: kind === 'value' ? `$.data.${text}` : kind,
    expected: `expected ${text}`,
    actual: `actual ${text}`,
    note: `note ${text}`,
  };
}

function cause(kind: DifferenceKind, text: string, more: Partial<ReportedDifference> = {}): ReportedDifference {
  return {
    fingerprint: '0123456789ab',
    kind,
    operation: `PUT /api/v1/namespaces/{namespace}/configmaps/${text}`,
    field: kind === 'value' ? `$.data.${text}` : kind,
    differences: [difference(kind, text)],
    cascades: [],
    ...more,
  };
}

/** A report with each part of the page, whose texts all contain `text`. */
function report(text: string): DifferenceReport {
  const objects: TrafficDifference['values'] = [
    { kind: 'ConfigMap', data: { k: text } },
    { kind: 'ConfigMap', data: { [text]: '1' } },
  ];
  return {
    expected: `recording ${text}`,
    actual: `server ${text}`,
    compared: 12,
    unpaired: 2,
    opaque: 1,
    skipped: [{ exchange: 3, reason: text }],
    behindHoles: { count: 1, exchanges: [4] },
    prior: { expected: [text], actual: [text], count: 2 },
    causes: [
      cause('status', text, {
        differences: [1, 2, 3, 4, 5].map((exchange) => difference('status', text, exchange)),
        cascades: [difference('missing-event', text, 6), difference('value', text, 7)],
        reproduction: { exchanges: [1, 2], recording: `${text}.jsonl`, cases: [`cases/${text}.json`], tries: 3 },
      }),
      cause('value', text, { differences: [{ ...difference('value', text), values: objects }] }),
      cause('missing-event', text),
      cause('extra-exchange', text),
      cause('order', text, { accepted: `accepted ${text}` }),
    ],
    rules: [{ rule: `ignore ${text}`, reason: text, count: 1, hides: [text] }],
    noise: [],
    unsettled: [{ exchanges: [8, 9], reason: text, count: 2 }],
    gone: [{ cause: 'ba9876543210', what: text, reason: text }],
  };
}

const PLAIN = renderHtml(report('x'));
const FOREIGN = renderHtml(report(HOSTILE));
const LONG = renderHtml(report(ENDLESS));
const SAME = renderHtml({ ...report('x'), causes: [] });

let opener: PageOpener;
beforeAll(async () => {
  opener = await PageOpener.start();
});
afterAll(async () => opener.close());

describe('the page of a comparison of traffic, in a browser', () => {
  it.each([{}, { dark: true as const }, { width: 400 }])(
    'has no error, no accessibility fault and no sideways scroll: %o',
    async (look) => {
      for (const html of [PLAIN, FOREIGN, LONG, SAME]) {
        const { page, complaints } = await opener.open(html, look);
        for (const fold of await page.locator('details.fold > summary').all()) await fold.click();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width ?? 1280);
        expect(complaints).toEqual([]);
      }
    },
  );

  it('runs no script in the text of a server, and shows it as text', async () => {
    const { page, complaints } = await opener.open(FOREIGN);
    for (const fold of await page.locator('details.fold > summary').all()) await fold.click();
    expect(await page.locator('img, svg, main script').count()).toBe(0);
    expect(await page.locator('main').textContent()).toContain(`actual </script></template><img src=x onerror=`);
    expect(complaints).toEqual([]);
  });

  it('names the kinds of differences in words, and shows what follows when it is asked for', async () => {
    const { page } = await opener.open(PLAIN);
    expect(await page.locator('.cause .tag').allTextContents()).toEqual([
      'another status',
      'another value',
      'missing event',
      'extra request',
      'another order',
    ]);
    await page.locator('details.fold > summary').last().click();
    const follows = page.locator('details.fold li');
    await expect.poll(async () => follows.count()).toBeGreaterThan(0);
    expect(await follows.first().textContent()).toContain('missing event');
    expect(await page.locator('main').textContent()).not.toMatch(/missing-event|extra-exchange/);
  });

  it('says that nothing differs', async () => {
    const { page } = await opener.open(SAME);
    expect(await page.locator('h1').textContent()).toBe('no difference in 12 exchanges');
    expect(await page.locator('.cause').count()).toBe(0);
  });
});
