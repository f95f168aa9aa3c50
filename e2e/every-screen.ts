import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { goTo, phone, seriousFaults, unreachableByKeyboard, untilLoaded } from './console-browser.ts';
import { ADMIN, type ConsoleInstallation } from './console-installation.ts';

const screens = [
  ['/ui/live', 'Live'],
  ['/ui/cameras', 'Cameras'],
  ['/ui/cameras/new', 'Add camera'],
  ['/ui/bookmarks', 'Bookmarks'],
  ['/ui/exports', 'Exports'],
  ['/ui/events', 'Events'],
  ['/ui/policies', 'Policies'],
  ['/ui/policies/new', 'New policy'],
  ['/ui/storages', 'Storage'],
  ['/ui/plate-settings', 'Plate recognition'],
  ['/ui/people', 'Users'],
  ['/ui/system', 'Status'],
  ['/ui/about', 'About'],
  ['/ui/account', 'Your account'],
] as const;

const tabs = ['Overview', 'General', 'Recording', 'Plates'] as const;

export interface ScreenLook {
  device: 'desktop' | 'phone';
  colorScheme: 'light' | 'dark';
  /** Also with axe, which takes longer than everything else on a screen. */
  axe: boolean;
}

/** Walks through every screen in this look; the console has a camera named Gate. */
export async function expectAccessibleScreens(
  installation: ConsoleInstallation,
  { device, colorScheme, axe }: ScreenLook,
): Promise<void> {
  const gate = (await (await installation.admin()).cameras.list()).items.find(({ name }) => name === 'Gate');
  const size = device === 'phone' ? { viewport: phone, hasTouch: true, isMobile: true } : {};
  const page = await installation.openAs(ADMIN, '/ui/about', { ...size, colorScheme });
  await page.waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, colorScheme);
  const heading = (title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor();
  for (const [path, title] of screens) {
    await goTo(page, path);
    await heading(title);
    await expectAccessible(page, { screen: path, axe });
  }
  for (const tab of tabs) {
    await goTo(page, `/ui/cameras/${gate?.id}?tab=${tab.toLowerCase()}`);
    await heading('Gate');
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    await expectAccessible(page, { screen: tab, axe });
  }
}

async function expectAccessible(page: Page, { screen, axe }: { screen: string; axe: boolean }): Promise<void> {
  await untilLoaded(page);
  if (axe) expect({ screen, faults: await seriousFaults(page) }).toEqual({ screen, faults: [] });
  expect({ screen, unreachableByKeyboard: await unreachableByKeyboard(page) }).toEqual({
    screen,
    unreachableByKeyboard: [],
  });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({ screen, overflow }).toEqual({ screen, overflow: 0 });
}
