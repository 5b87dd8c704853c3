import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of axe-core that a page breaks, with the first element of each. For tests. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  // Injected by the debugger, because the page's own policy admits no other script.
  await cdp.send('Runtime.evaluate', { expression: AXE });
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: `axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200))))`,
    awaitPromise: true,
  });
  return JSON.parse(String(result.value)) as string[];
}
