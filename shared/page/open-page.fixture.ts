import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export interface OpenedPage {
  readonly page: Page;
  /** The browser's messages: errors of scripts, refused requests, violations of the policy. */
  readonly complaints: string[];
}

/** How a page is opened. */
export interface PageOptions {
  readonly width?: number;
  readonly dark?: true;
  /** Part of the address after `#`. */
  readonly hash?: string;
  /** Served over plain http from a name that is not local, instead of opened from a file. */
  readonly overHttp?: true;
}

/** Opens our pages in a real browser, for tests. */
export class PageOpener {
  readonly #browser: Browser;
  readonly #folder = mkdtempSync(join(tmpdir(), 'plumbline-page-'));

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Throws if there is no browser, so no test passes without one. */
  static async start(): Promise<PageOpener> {
    if (!existsSync(CHROMIUM))
      throw new Error(`${CHROMIUM} does not exist. Run apt-get install chromium, or set CHROMIUM to a browser.`);
    const args = ['--no-sandbox', '--host-resolver-rules=MAP report.example 127.0.0.1'];
    return new PageOpener(await chromium.launch({ executablePath: CHROMIUM, args }));
  }

  async open(html: string, { width = 1280, dark, hash = '', overHttp }: PageOptions = {}): Promise<OpenedPage> {
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark === undefined ? 'light' : 'dark',
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('dialog', (dialog) => void complaints.push(`dialog: ${dialog.message()}`));
    const address = overHttp === undefined ? this.#file(html) : await served(html);
    await page.goto(`${address}${hash === '' ? '' : `#${hash}`}`);
    return { page, complaints };
  }

  #file(html: string): string {
    const path = join(this.#folder, `${Math.random()}.html`);
    writeFileSync(path, html);
    return pathToFileURL(path).href;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Serves a page until the process ends. */
async function served(html: string): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/' ? html : '');
  }).unref();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://report.example:${(server.address() as AddressInfo).port}/`;
}
