import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleLog } from '../../tally/example-log.fixture.ts';
import { fold } from '../../tally/fold.ts';
import { accessibilityFaults } from '../../../shared/page/accessibility.fixture.ts';
import { hostileReport } from './hostile-report.fixture.ts';
import { PageOpener } from '../../../shared/page/open-page.fixture.ts';
import { page as render } from './page.ts';

const HTML = render(fold(exampleLog()));
const HOSTILE_HTML = render(hostileReport());
const STALE = 'replace/stale-version-is-refused';

let opener: PageOpener;
beforeAll(async () => {
  opener = await PageOpener.start();
});
afterAll(async () => opener.close());

/** Opens the evidence of every cause. */
async function openEvidence(page: Page): Promise<void> {
  await page.evaluate('document.querySelectorAll(".cause details.evidence").forEach((each) => (each.open = true))');
  await expect.poll(async () => page.locator('.cause details.evidence > template').count()).toBe(0);
}

async function copyCommand(page: Page): Promise<void> {
  await page.locator('details.run > summary').click();
  await page.locator('details.run button.copy').click();
  await expect.poll(async () => page.locator('details.run button.copy').textContent()).toBe('Copied');
}

const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');
const shown = (page: Page): Promise<number> => page.locator('details.rule:visible').count();
const rule = (id: string): string => `details.rule[data-rule="${id}"]`;

describe('the report in a browser', () => {
  it.each([{}, { dark: true as const }, { width: 400 }, { overHttp: true as const }])(
    'has no error, no accessibility fault and no sideways scroll: %o',
    async (look) => {
      for (const html of [HTML, HOSTILE_HTML]) {
        const { page, complaints } = await opener.open(html, look);
        await openEvidence(page);
        await page.locator(`${rule(STALE)} > summary`).click();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await widthOf(page)).toBeLessThanOrEqual(look.width ?? 1280);
        expect(complaints).toEqual([]);
      }
    },
  );

  it('runs no script in the text of a server, and shows it as text', async () => {
    const { page, complaints } = await opener.open(HOSTILE_HTML);
    await openEvidence(page);
    expect(await page.locator('img, main script:not([type="application/json"])').count()).toBe(0);
    expect(await page.evaluate('({}).polluted')).toBeUndefined();
    expect(await page.locator('.cause').first().textContent()).toContain(`<img src=x onerror="alert('ran')">`);
    expect(await page.locator('.cause').first().textContent()).toContain('"__proto__": {');
    expect(complaints).toEqual([]);
  });

  it('opens rules, causes and operations by their addresses', async () => {
    const { page } = await opener.open(HTML, { hash: `rule=${STALE}` });
    expect(await page.locator(rule(STALE)).getAttribute('open')).not.toBeNull();
    await page.evaluate('location.hash = "cause=2"');
    await page.locator('#cause-2 details.evidence[open]').waitFor();
    await page.evaluate(`location.hash = "operation=" + encodeURIComponent("POST /api/v1/namespaces")`);
    await expect.poll(async () => shown(page)).toBe(3);
    await page.evaluate(`location.hash = ${JSON.stringify(STALE)}`);
    await page.locator(`${rule(STALE)}[open]`).waitFor();
  });

  it('hides passed rules if any rule failed, searches, and shows the number of hits', async () => {
    const { page } = await opener.open(HTML);
    expect(await page.locator('details.rule[data-verdict="passed"]:visible').count()).toBe(0);
    await page.locator('#search').fill('keeps-every post');
    expect(await page.locator('#found').textContent()).toBe('1 of 11 rules');
    expect(new URL(page.url()).hash).toBe('#q=keeps-every%20post');
    await page.locator('#search').fill('no such rule');
    expect(await page.locator('#none').textContent()).toContain('No rule matches');
    await page.locator('#clear').click();
    expect(await shown(page)).toBe(11);
  });

  it('keeps filters and the opened rule in the address', async () => {
    const { page } = await opener.open(HTML, { hash: 'show=passed&family=create' });
    expect(await shown(page)).toBe(2);
    await page.locator('details.rule:visible > summary').first().click();
    await expect.poll(() => new URL(page.url()).hash).toContain('&rule=create/');
    await page.reload();
    expect(await page.locator('details.rule[open]').count()).toBe(1);
    await page.locator('.chip').click();
    expect(await shown(page)).toBe(6);
  });

  it('leads from a cell of the matrix to its rules, by keyboard alone', async () => {
    const { page } = await opener.open(HTML);
    await page.locator('table.matrix [tabindex="0"]').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    const label = String(await page.evaluate('document.activeElement.getAttribute("aria-label")'));
    expect(label).toMatch(/^get on events: passed/);
    await page.keyboard.press('Enter');
    await expect.poll(async () => page.locator('.chip').allTextContents()).toEqual(['family: get ×', 'kind: events ×']);
    await page.locator('table.matrix button').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#family-0 tr').count()).toBe(2);
  });

  it('copies over plain http, which gives pages no clipboard, and from a file', async () => {
    const { page } = await opener.open(HTML, { overHttp: true });
    expect(await page.evaluate('isSecureContext')).toBe(false);
    await page.evaluate('document.addEventListener("copy", () => (document.title = String(getSelection())))');
    await copyCommand(page);
    expect(await page.title()).toContain('pnpm conformance --target http://127.0.0.1:8001');
    await copyCommand((await opener.open(HTML)).page);
  });

  it('shows the exchange of a bar of a timeline, and opens it', async () => {
    const { page } = await opener.open(HOSTILE_HTML, { hash: 'cause=1' });
    const bar = page.locator('.cause .request-bar.at-issue').first();
    await bar.focus();
    const figure = page.locator('.cause .timeline').first();
    expect(await figure.locator('.readout').textContent()).toMatch(/^3: PUT .* contradicts the rule$/s);
    await figure.locator('.request-bar').first().press('Enter');
    expect(await page.locator('#cause-1-exchange-2').getAttribute('open')).not.toBeNull();
  });

  it('scrolls a timeline to the exchange at issue if the page is narrow', async () => {
    const { page } = await opener.open(HOSTILE_HTML, { hash: 'cause=1', width: 320 });
    const box = page.locator('.cause .timeline .scroll').first();
    const ends = async (at: typeof box): Promise<number> => {
      const place = await at.boundingBox();
      return (place?.x ?? Number.NaN) + (place?.width ?? Number.NaN);
    };
    await expect.poll(() => ends(box.locator('.at-issue rect').first())).toBeLessThanOrEqual(await ends(box));
  });

  it('prints the causes with their evidence, and no controls', async () => {
    const { page } = await opener.open(HTML);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
    expect(await page.locator('.cause .exchange-list:visible').count()).toBeGreaterThan(0);
    expect(await page.locator('#search:visible, button.copy:visible, nav:visible').count()).toBe(0);
  });
});
