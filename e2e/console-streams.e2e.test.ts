import { clockDifference, until as found } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ClockInstallation, openClockConsole } from './clock-installation.ts';
import { goTo, seriousFaults } from './console-browser.ts';
import { ADMIN } from './console-installation.ts';
import { lagMs, paneFacts, untilPlaying } from './live-page.ts';
import { behindMs, clockIn, paneKind } from './playback-clock.ts';
import { countStreams } from './stream-counts.ts';

let installation: ClockInstallation;
beforeAll(async () => {
  installation = await openClockConsole(inject('postgresUrl'));
});
afterAll(() => installation?.close());
afterEach(() => installation.leave());

const until = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { interval: 200 });

/** A headless browser cannot hide a tab; this simulates everything that a page can observe of it. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

describe('playback', () => {
  it('switches to live in place, and back to the recording on a click in the timeline', async () => {
    await installation.untilRecorded();
    const page = await installation.console.openAs(ADMIN, `/ui/playback?cameras=${installation.clockId}`);
    await until(() => paneKind(page)).toBe('playing');
    const live = page.getByRole('button', { name: 'Live', exact: true });
    expect(await live.getAttribute('aria-pressed')).toBe('false');
    await live.click();
    await until(() => behindMs(page)).toBeLessThan(5_000);
    expect(await live.getAttribute('aria-pressed')).toBe('true');
    await page.locator('li[data-camera]').getByText('Live', { exact: true }).waitFor();
    await until(async () => page.getByTestId('timeline').getAttribute('aria-valuetext')).toContain('Live');
    await until(async () =>
      Math.abs(Date.now() - Number(await page.getByTestId('timeline').getAttribute('data-at'))),
    ).toBeLessThan(3_000);
    expect(await seriousFaults(page)).toEqual([]);

    // A pause keeps the exact picture, and its footage replaces it once available.
    const readable = () => found(async () => (await clockIn(page)) ?? undefined);
    const seen = await readable();
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = await readable();
    expect(clockDifference(paused, seen)).toBeGreaterThanOrEqual(0);
    expect(await live.getAttribute('aria-pressed')).toBe('false');
    await until(() => paneKind(page)).toBe('playing');
    const pausedMs = Number(await page.getByTestId('timeline').getAttribute('data-at'));
    // Live is slightly behind, more so on a slow machine: the footage is between its picture and the current time.
    await until(async () => clockDifference(await readable(), paused)).toBeGreaterThan(-1_000);
    expect(clockDifference(await readable(), pausedMs)).toBeLessThan(1_000);

    await page.keyboard.press('End');
    await until(() => behindMs(page)).toBeLessThan(5_000);
    await page.keyboard.press('ArrowLeft');
    await until(() => paneKind(page)).not.toBe('live');
    expect(await live.getAttribute('aria-pressed')).toBe('false');
  });
});

describe('a hidden tab', () => {
  it('streams nothing, and resumes when it is shown', async () => {
    const page = await installation.console.openAs(ADMIN, '/ui/about');
    const streams = countStreams(page);
    await goTo(page, '/ui/live');
    await untilPlaying(page, 'Clock');
    await until(streams.open).toBe(1);
    await setHidden(page, true);
    await until(streams.open).toBe(0);
    expect(await paneFacts(page, 'Clock')).toMatchObject({ state: 'resting', frames: 0 });
    await setHidden(page, false);
    await untilPlaying(page, 'Clock');
    await until(async () => (await lagMs(page, 'Clock')) ?? Number.POSITIVE_INFINITY).toBeLessThan(5_000);
    await until(streams.open).toBe(1);
  });
});
