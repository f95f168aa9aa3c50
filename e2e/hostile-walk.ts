import type { BrowserContextOptions, Page } from 'playwright-core';
import { goTo, goToScreen, untilLoaded } from './console-browser.ts';
import { type FootageInstallation, openFootageInstallation } from './footage-installation.ts';
import { type HostilePlaces, plantHostileNames, replaceDisk } from './hostile-names.ts';

/** An installation with hostile names everywhere, and with a disk that is missing. */
export interface HostileInstallation {
  installation: FootageInstallation;
  places: HostilePlaces;
  /** Of a camera with a short, plain name. */
  quietId: string;
  startMs: number;
}

/** On a PostgreSQL where it may create a database. */
export async function openHostileInstallation(postgresUrl: string): Promise<HostileInstallation> {
  const startMs = Date.now() - 20 * 60_000;
  const installation = await openFootageInstallation(postgresUrl);
  const quietId = await installation.addCamera('Quiet lane');
  const places = await plantHostileNames(installation, startMs);
  await replaceDisk(installation);
  return { installation, places, quietId, startMs };
}

/** Visits every screen in a window of this kind, and returns the damage done by the names, as text. */
export async function harmOnEveryScreen(
  { installation, places, startMs }: HostileInstallation,
  options: BrowserContextOptions,
): Promise<string[]> {
  const [cameraId = ''] = places.cameraIds;
  const at = new Date(startMs + 5_000).toISOString();
  const screens = [
    `/ui/live?view=${places.viewId}`,
    `/ui/playback?cameras=${places.cameraIds.join()}&at=${at}`,
    // Another screen is visited between two views of the wall, because these share a heading.
    `/ui/live?view=all&camera=${cameraId}`,
    '/ui/cameras',
    '/ui/bookmarks',
    '/ui/exports',
    '/ui/events',
    '/ui/policies',
    `/ui/policies/${places.policyId}`,
    '/ui/people',
    '/ui/storages',
    '/ui/system',
    '/ui/account',
  ];
  const found: string[] = [];
  const page = await installation.open('/ui/about', options);
  for (const path of screens) {
    await goToScreen(page, path);
    if (path === '/ui/people') found.push(...(await harmOf(page)), ...(await harmOf(await roles(page))));
    found.push(...(await harmOf(page)).map((harm) => `${path}: ${harm}`));
  }
  const camera = `/ui/cameras/${places.cameraIds[2]}`;
  await goToScreen(page, camera);
  for (const tab of ['Overview', 'General', 'Recording', 'Plates']) {
    await goTo(page, `${camera}?tab=${tab.toLowerCase()}`);
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    await untilLoaded(page);
    found.push(...(await harmOf(page)).map((harm) => `${tab}: ${harm}`));
  }
  return found;
}

const roles = async (page: Page): Promise<Page> => {
  await page.getByRole('tab', { name: 'Roles' }).click();
  await untilLoaded(page);
  return page;
};

/** What a name did to the page: ran, became markup, made it wider than the screen, or took more than its lines. */
const harmOf = (page: Page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll('bdi, h1, a, button, span, p')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && getComputedStyle(one).visibility === 'visible';
    });
    const clipsOverflow = (one: Element) => {
      for (let up = one.parentElement; up; up = up.parentElement)
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      return false;
    };
    const describe = (one: Element) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`;
    const isOutside = (one: Element) => one.getBoundingClientRect().right > innerWidth + 1 && !clipsOverflow(one);
    const overflowsRow = (one: Element) => {
      const row = one.closest('li, article');
      return (
        one.tagName === 'BDI' && row !== null && one.getBoundingClientRect().right > row.getBoundingClientRect().right
      );
    };
    const isTall = (one: Element) => one.tagName === 'BDI' && one.getBoundingClientRect().height > 60;
    return [
      ...('harmed' in globalThis ? ['it ran'] : []),
      ...[...document.querySelectorAll('img[src="x"], b')].map((one) => `became markup: ${describe(one)}`),
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the screen'] : []),
      ...seen.filter(isOutside).map((one) => `over the edge: ${describe(one)}`),
      ...seen.filter(overflowsRow).map((one) => `over its row: ${describe(one)}`),
      ...seen.filter(isTall).map((one) => `too tall: ${describe(one)}`),
    ];
  });
