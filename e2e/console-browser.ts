import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@holdfast/contract';
import { PAGE_PATIENCE_MS } from '@holdfast/testkit';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { offerContext, openTab, takeContext } from './page-contexts.ts';

// The same browser without the layers that draw windows, which cost a fifth of its time.
const CHROMIUM = '/usr/bin/chromium-headless-shell';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
/** How long a removal can be undone. */
const UNDO_MS = 7_000;
export const phoneLandscape = { width: 844, height: 390 };
export const largePhoneLandscape = { width: 932, height: 430 };
export const tablet = { width: 768, height: 1024 };

const preferences = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
const ordinaryLook = { viewport: desktop, locale: 'en-GB', timezoneId: 'Europe/Berlin', ...preferences };

const disabledFeatures = [
  // With it the headless shell compiles every script while fetching it, although it has a compiled copy.
  'BackgroundResourceFetch',
  // This option replaces Playwright's list, so the entries of that list that this browser knows are repeated.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

const profiles = new WeakMap<Browser, string>();

/** With a profile on the disk: only in its own context does a browser keep compiled scripts. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Pages of one context share the process that has the console compiled.
      '--process-per-site',
      `--disable-features=${disabledFeatures.join(',')}`,
      ...more,
    ],
    ...ordinaryLook,
  });
  const browser = context.browser();
  if (!browser) throw new Error('the browser has no context of its own');
  profiles.set(browser, profile);
  offerContext(browser, context, ordinaryLook);
  return browser;
}

export async function closeBrowser(browser: Browser): Promise<void> {
  await browser.close();
  const profile = profiles.get(browser);
  if (profile) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}

export interface WatchedPage {
  page: Page;
  /** Console errors of the page, and requests to addresses outside the product. */
  complaints: string[];
}

/** A page that records browser errors and requests to other hosts. */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { viewport, colorScheme, reducedMotion, ...kind } = options;
  // Sizes and preferences are set for the page: each context of its own has to load the console again.
  const context = await takeContext(browser, baseUrl, {
    ...ordinaryLook,
    ...(kind.isMobile && { viewport: phone }),
    ...kind,
  });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  const page = await openTab(context);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    colorScheme: colorScheme ?? preferences.colorScheme,
    reducedMotion: reducedMotion ?? preferences.reducedMotion,
  });
  const complaints: string[] = [];
  // A refusal by the server is expected; the browser logs each one as an error.
  const isRefusal = (text: string) => /Failed to load resource: the server responded with a status of/.test(text);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (err) => complaints.push(`thrown: ${err.stack ?? err.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(blob|data):/.test(url)) complaints.push(`outside: ${url}`);
  });
  return { page, complaints };
}

/** The browser logs each connection that fails while the server is away. */
export const isConnectionError = (text: string): boolean =>
  /net::ERR_(CONNECTION|SOCKET|EMPTY)_|WebSocket connection to/.test(text);

/** Whether an element has the keyboard focus. */
export const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Position and size of an element on the screen. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('the element is not on the page');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Waits until nothing on the page is loading. */
export const untilLoaded = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[data-waiting]') === null, undefined, { polling: 50 });

/**
 * Simulates an unreachable server: every new request of the page fails until the returned function is called. Open WebSockets
 * stay open. The browser's own offline mode keeps a whole processor busy.
 */
export async function blockRequests(page: Page): Promise<() => Promise<void>> {
  await page.route('**', (route) => route.abort('internetdisconnected'));
  return () => page.unroute('**');
}

/**
 * Removals of this page can be undone until the returned function is called, however slow the machine is. Playwright's clock
 * would stay installed in the context, and so in the pages of later tests.
 */
export async function holdRemovals(page: Page): Promise<() => Promise<void>> {
  const timers = await page.evaluateHandle((undoMs) => {
    const [start, clear] = [window.setTimeout, window.clearTimeout];
    const held = new Map<number, () => void>();
    const setHeld = (run: (...more: unknown[]) => void, ms?: number, ...more: unknown[]) => {
      // Of a held timer only the number is used, which no other has.
      const id = start(ms === undoMs ? () => undefined : run, ms, ...more);
      if (ms === undoMs) held.set(id, () => run(...more));
      return id;
    };
    const clearHeld = (id?: number) => {
      if (id !== undefined) held.delete(id);
      clear(id);
    };
    Object.assign(window, { setTimeout: setHeld, clearTimeout: clearHeld });
    return held;
  }, UNDO_MS);
  return () =>
    timers.evaluate((held) => {
      for (const run of held.values()) run();
      held.clear();
    });
}

/** Navigates like a link, without reloading the page. */
export const goTo = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

/** Navigates to a screen with another heading, and waits for it. */
export async function goToScreen(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''));
  await goTo(page, path);
  await page.locator('h1:not([data-left])').first().waitFor({ state: 'attached' });
  await untilLoaded(page);
}

/** Clicks the search button, and again if a datagram was lost, until this is the result. */
export async function searchForCameras(page: Page, result: string): Promise<void> {
  const look = page.getByRole('button', { name: /^Search (for cameras|again)$/ });
  for (;;) {
    // Until this search has begun, the result of the one before is shown.
    await Promise.all([page.waitForResponse(`**${routes.cameras.discover.path}`), look.click()]);
    await page
      .getByText(/found\./)
      .first()
      .waitFor();
    if (await page.getByText(result).isVisible()) return;
  }
}

const REPORTED_RATINGS = ['serious', 'critical'];
/** Rated moderate, but essential for navigating by landmarks. */
const ALSO_REPORTED = ['landmark-unique'];

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; html: string; failureSummary?: string }[] }[];
}

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Serious and critical findings of axe, as text; checked twice, because leaving elements fade. */
export async function seriousFaults(page: Page, rules: readonly string[] = EVERYTHING): Promise<string[]> {
  const before = await faultsNow(page, rules);
  if (before.size === 0) return [];
  const now = await faultsNow(page, rules);
  return [...now].filter(([where]) => before.has(where)).map(([, summary]) => summary);
}

/** Findings by rule and element. */
async function faultsNow(page: Page, rules: readonly string[]): Promise<Map<string, string>> {
  // The content policy would rightly refuse a script element; an evaluated function is allowed.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  // The other rules take a fifth of the time, and one of them would wait for each video to end. Only the engine has all ratings.
  const { violations } = await page.evaluate<AxeResult>(
    `(() => {
      const isReported = ({ id, impact }) =>
        ${JSON.stringify(REPORTED_RATINGS)}.includes(impact) || ${JSON.stringify(ALSO_REPORTED)}.includes(id);
      const others = axe._audit.rules.filter((rule) => !isReported(rule));
      return axe.run(document, {
        runOnly: ${JSON.stringify(rules)},
        rules: Object.fromEntries(others.map(({ id }) => [id, { enabled: false }])),
        resultTypes: ['violations'],
        preload: false,
      });
    })()`,
  );
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, ...node })));
  return new Map(
    found.map(({ id, target, html, failureSummary = '' }) => [
      `${id} ${target}`,
      `${id}: ${html.slice(0, 200)} ${failureSummary}`,
    ]),
  );
}

/** The same in light and dark mode; only the colour rule can differ. */
export async function faultsInBothSchemes(page: Page): Promise<string[]> {
  const inLight = await seriousFaults(page);
  await setScheme(page, 'dark');
  const inDark = await seriousFaults(page, ['color-contrast']);
  await setScheme(page, 'light');
  return [...inLight, ...inDark.map((fault) => `in the dark: ${fault}`)];
}

async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (wanted) =>
      document.documentElement.dataset.mantineColorScheme === wanted &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    colorScheme,
  );
}

/** Controls that a pointer can use and the keyboard cannot reach, as text. */
export const unreachableByKeyboard = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [role="slider"], [role="button"]';
    // Within these, arrow keys move between items, and only one of them is a tab stop.
    const arrows = '[role="tablist"], [role="radiogroup"], [role="grid"], [data-arrow-keys]';
    const isSeen = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(one).visibility === 'visible';
    };
    const tagOf = (one: Element) => one.outerHTML.slice(0, 160);
    // Elements hidden from screen readers duplicate something that is available.
    const all = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (one) => isSeen(one) && !one.closest('[aria-hidden="true"]'),
    );
    const skipped = all.filter(
      (one) => one.matches(controls) && one.tabIndex < 0 && !one.matches(':disabled') && !one.closest(arrows),
    );
    const bare = all.filter(
      (one) => getComputedStyle(one).cursor === 'pointer' && !one.closest(`${controls}, label, [tabindex]`),
    );
    return [...skipped, ...bare].map(tagOf);
  });

export interface FirstLoad {
  /** Every fetched script, with its gzip size in the build. */
  gzipBytes: number;
  summary: string;
}

const consoleBuild = join(import.meta.dirname, '..', 'apps', 'web', 'dist');

/**
 * The cost of a first visit: scripts, first paint, and when the main content was visible. Everything fetched later counts, too.
 */
export async function firstLoad(page: Page, mainContent: string): Promise<FirstLoad> {
  const seen = await page.waitForFunction(
    (selector) => (document.querySelector(selector) === null ? false : performance.now()),
    mainContent,
    { polling: 'raf' },
  );
  const meaningfulMs = (await seen.jsonValue()) as number;
  await page.waitForLoadState('networkidle');
  const { scripts, paintMs } = await page.evaluate(() => ({
    scripts: performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  const gzipBytes = [...new Set(scripts)]
    .map((path) => statSync(join(consoleBuild, `${path.replace(/^\/ui\//, '')}.gz`)).size)
    .reduce((sum, bytes) => sum + bytes, 0);
  const summary = `${gzipBytes} bytes of script with gzip, first paint after ${Math.round(paintMs)} ms, main content after ${Math.round(meaningfulMs)} ms`;
  return { gzipBytes, summary };
}
