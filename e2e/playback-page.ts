import { clockDifference, until as found, readClock } from '@holdfast/testkit';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { faultsInBothSchemes, untilLoaded } from './console-browser.ts';
import { GAP_AFTER_SECONDS, type PlaybackInstallation, T0 } from './playback-installation.ts';

export const until = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { interval: 150 });
export const pane = (page: Page, cameraId: string) => page.locator(`li[data-camera="${cameraId}"]`);
export const timeline = (page: Page) => page.getByTestId('timeline');
export const playing = (page: Page, cameraId: string): Locator =>
  page.locator(`li[data-camera="${cameraId}"][data-kind="playing"]`);

/** The clocks burnt into the pictures, all read at once, as seconds after the beginning of the footage. */
export async function pictured(page: Page, cameraIds: string[], part: 'video' | 'canvas' = 'video'): Promise<number[]> {
  const readings = (await page.evaluate(`(() => {
    const readClock = ${readClock.toString()};
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 96 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    return ${JSON.stringify(cameraIds)}.map((id) => {
      const source = document.querySelector('li[data-camera="' + id + '"] ${part}');
      if (!source || (source.readyState ?? 4) < 2 || source.width === 0 && '${part}' === 'canvas') return null;
      context.drawImage(source, 0, 0, 160, 96);
      return readClock(context.getImageData(0, 0, 160, 96).data) ?? null;
    });
  })()`)) as (number | null)[];
  return readings.map((reading) => (reading === null ? Number.NaN : clockDifference(reading, T0) / 1000));
}
export const pictureOf = async (page: Page, cameraId: string) => (await pictured(page, [cameraId]))[0] ?? Number.NaN;

export const numberOf = async (page: Page, name: 'at' | 'from' | 'to') =>
  Number(await timeline(page).getAttribute(`data-${name}`));

/** While a player seeks, there is no picture to read. */
export const firstPicture = (page: Page, cameraId: string, isWanted: (seconds: number) => boolean): Promise<number> =>
  found(async () => {
    const seconds = await pictureOf(page, cameraId);
    return isWanted(seconds) && seconds;
  });

/** At a moment where one of two cameras has no picture. */
export async function expectAccessiblePlayback(
  { watch, gate, yard }: PlaybackInstallation,
  options: BrowserContextOptions,
): Promise<void> {
  const page = await watch([gate, yard], GAP_AFTER_SECONDS + 5, { ...options, colorScheme: 'light' });
  await pane(page, gate)
    .getByText(/The camera was offline/)
    .waitFor();
  await untilLoaded(page);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await expect.poll(() => timeline(page).getAttribute('aria-valuetext')).toContain('The camera was offline');
}
