import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--headless=new',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });

export interface WatchedPage {
  page: Page;
  /** Everything the page complained about, and every address outside the product it asked for. */
  complaints: string[];
}

/** A page that keeps book: what the browser complains about and what goes elsewhere than to the product. */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: desk,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  // A refusal by the server is the product working; the browser notes each one as an error of its own.
  const isRefusal = (text: string) => /Failed to load resource: the server responded with a status of/.test(text);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (err) => complaints.push(`thrown: ${err.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(blob|data):/.test(url)) complaints.push(`outside: ${url}`);
  });
  return { page, complaints };
}

/** Nothing on the page is still on its way. */
export const untilLoaded = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[data-waiting]') === null);

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }[];
}

/** What axe finds serious or critical on the page as it is now, in words. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // In the page's own world the content policy would refuse it, and rightly so; an evaluated function is not a script element.
  await page.evaluate(axeSource);
  // Every video of ours begins mute; to check that, axe would wait for each to end.
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'no-autoplay-audio': { enabled: false } },
      resultTypes: ['violations'],
      preload: false,
    })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
}
