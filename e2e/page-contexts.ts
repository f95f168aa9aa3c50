import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

interface Kept {
  key: string;
  context: BrowserContext;
  /** Stays open, so that the process that has the console compiled keeps running. */
  anchor: Page;
  session: CDPSession;
}

const kept = new WeakMap<BrowserContext, Kept>();
const free = new WeakMap<Browser, Kept[]>();
/** The context that each browser was started with. */
const offered = new WeakMap<Browser, { context: BrowserContext; look: string }>();

/** The first test that wants this look gets this context. */
export function offerContext(browser: Browser, context: BrowserContext, look: BrowserContextOptions): void {
  offered.set(browser, { context, look: JSON.stringify(look) });
}

/**
 * A context without anything of earlier tests, except for the browser's cache. In a fresh context the browser would load and
 * compile the whole console again, which costs more than twice the time.
 */
export async function takeContext(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const { storageState, ...look } = options;
  const key = JSON.stringify([baseUrl, look]);
  const others = free.get(browser) ?? [];
  const found = others.find((one) => one.key === key);
  if (!found) {
    const own = offered.get(browser);
    const isWanted = own !== undefined && !kept.has(own.context) && own.look === JSON.stringify(look);
    const context = isWanted ? own.context : await browser.newContext(look);
    await keepContext(context, baseUrl, key);
    await addCookies(context, storageState);
    return context;
  }
  free.set(
    browser,
    others.filter((one) => one !== found),
  );
  const { context, session } = found;
  // Not the service worker: to install it again costs a third of opening a page.
  await session.send('Storage.clearDataForOrigin', { origin: baseUrl, storageTypes: 'local_storage,indexeddb' });
  await context.clearCookies();
  await context.clearPermissions();
  await addCookies(context, storageState);
  return context;
}

async function addCookies(context: BrowserContext, state: BrowserContextOptions['storageState']): Promise<void> {
  if (typeof state === 'object') await context.addCookies(state.cookies);
}

async function keepContext(context: BrowserContext, baseUrl: string, key: string): Promise<void> {
  const anchor = context.pages()[0] ?? (await context.newPage());
  await anchor.goto(`${baseUrl}/ui/logo.svg`);
  kept.set(context, { key, context, anchor, session: await context.newCDPSession(anchor) });
}

/** A page in the process that has the console compiled; the browser would start a process for a page of its own first. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const anchor = kept.get(context)?.anchor;
  if (!anchor) throw new Error('the context is not one of takeContext');
  const opened = context.waitForEvent('page');
  await anchor.evaluate(() => void window.open('about:blank'));
  return opened;
}

/** Closes everything that a test has opened, and keeps the contexts for the next one. */
export async function closePages(browser: Browser): Promise<void> {
  const taken: Kept[] = [];
  for (const context of browser.contexts()) {
    const own = kept.get(context);
    if (!own) {
      // To close the context that a browser was started with would end the browser.
      if (context !== offered.get(browser)?.context) await context.close();
      continue;
    }
    for (const page of context.pages()) if (page !== own.anchor) await page.close();
    taken.push(own);
  }
  free.set(browser, taken);
}
