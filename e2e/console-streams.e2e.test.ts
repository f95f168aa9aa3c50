import { routes } from '@holdfast/contract';
import { clockDifference, readClock } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ClockCameras, startClockCameras } from './clock-cameras.ts';
import { phone, seriousFaults } from './console-browser.ts';
import { ADMIN, type ConsoleInstallation, openConsole } from './console-installation.ts';
import { lagMs, paneFacts } from './live-page.ts';
import { leavePages } from './page-contexts.ts';

const MANY = 25;
const nameOf = (i: number) => `Lane ${String(i + 1).padStart(2, '0')}`;

let installation: ConsoleInstallation;
let clock: ClockCameras;
let clockId: string;
beforeAll(async () => {
  [installation, clock] = await Promise.all([openConsole(inject('postgresUrl')), startClockCameras()]);
  const { token } = await installation.product.client().auth.bootstrap({ body: ADMIN });
  const admin = installation.product.client(token);
  const { id } = await admin.cameras.create({
    body: { name: 'Clock', main_url: clock.url('main'), sub_url: clock.url('sub') },
  });
  clockId = id;
});
afterAll(async () => {
  await installation?.close();
  await clock?.close();
});
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await leavePages(installation.browser);
});

const until = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { interval: 200 });

/** The live streams of a page, as the browser sees them; without the connection for changes. */
function countStreams(page: Page): { open: () => number } {
  let open = 0;
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname === routes.changes.follow.path) return;
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  return { open: () => open };
}
const framesOf = async (page: Page, name: string) => (await paneFacts(page, name))?.frames ?? 0;
async function untilMoving(page: Page, name: string): Promise<void> {
  await until(async () => (await paneFacts(page, name))?.state).toBe('playing');
  const before = await framesOf(page, name);
  await until(() => framesOf(page, name)).toBeGreaterThan(before + 5);
}

/** A headless browser cannot hide a tab; this simulates everything a page notices of it. */
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
  const clockIn = (page: Page) =>
    page.evaluate<number | null>(`(() => {
      const readClock = ${readClock.toString()};
      const pane = document.querySelector('li[data-camera]');
      const videos = [...pane.querySelectorAll('video')].filter((one) => one.readyState >= 2 && one.videoWidth > 0);
      const video = pane.dataset.kind === 'held' ? pane.querySelector('canvas[aria-hidden]') : videos.at(-1);
      const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 96 });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!video) return null;
      context.drawImage(video, 0, 0, 160, 96);
      return readClock(context.getImageData(0, 0, 160, 96).data) ?? null;
    })()`);
  /** How far the picture is behind this machine's clock. */
  const behindMs = async (page: Page) => {
    const reading = await clockIn(page);
    return reading === null ? Number.NaN : clockDifference(Date.now(), reading);
  };
  const kind = (page: Page) => page.locator('li[data-camera]').getAttribute('data-kind');

  it('switches to live in place, and back to the recording on a click in the timeline', async () => {
    const admin = await installation.admin();
    await until(async () => {
      const [start, end] = [Date.now() - 600_000, Date.now()].map((ms) => new Date(ms).toISOString());
      const { cameras } = await admin.timeline.get({
        query: { camera_ids: [clockId], start: start ?? '', end: end ?? '' },
      });
      return cameras[0]?.runs.length ?? 0;
    }).toBeGreaterThan(0);
    const page = await installation.openAs(ADMIN, `/ui/playback?cameras=${clockId}`);
    await until(() => kind(page)).toBe('playing');
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
    const since = (reading: number | null, ms: number | null) => clockDifference(reading ?? 0, ms ?? 0);
    await until(() => clockIn(page)).not.toBeNull();
    const seen = await clockIn(page);
    await page.getByRole('button', { name: 'Pause' }).click();
    await until(() => clockIn(page)).not.toBeNull();
    const paused = await clockIn(page);
    expect(since(paused, seen)).toBeGreaterThanOrEqual(0);
    expect(await live.getAttribute('aria-pressed')).toBe('false');
    await until(() => kind(page)).toBe('playing');
    const pausedMs = Number(await page.getByTestId('timeline').getAttribute('data-at'));
    // Live is slightly behind, more so on a slow machine: the footage is between its picture and the current time.
    await until(async () => since(await clockIn(page), paused)).toBeGreaterThan(-1_000);
    expect(since(await clockIn(page), pausedMs)).toBeLessThan(1_000);

    await page.keyboard.press('End');
    await until(() => behindMs(page)).toBeLessThan(5_000);
    await page.keyboard.press('ArrowLeft');
    await until(() => kind(page)).not.toBe('live');
    expect(await live.getAttribute('aria-pressed')).toBe('false');
  });

  it('at high speed catches up with now and continues live', async () => {
    const page = await installation.openAs(ADMIN, `/ui/playback?cameras=${clockId}`);
    await until(() => kind(page)).toBe('playing');
    await page.keyboard.press('l');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('l');
    await until(() => kind(page)).toBe('live');
    await until(() => behindMs(page)).toBeLessThan(5_000);
    await page.getByRole('button', { name: 'Speed 1×', exact: true }).waitFor();
  });
});

describe('a hidden tab', () => {
  it('streams nothing, and resumes when it is shown', async () => {
    const page = await installation.openAs(ADMIN, '/ui/about');
    const streams = countStreams(page);
    await page.goto(`${installation.product.baseUrl}/ui/live`);
    await untilMoving(page, 'Clock');
    expect(streams.open()).toBe(1);
    await setHidden(page, true);
    await until(streams.open).toBe(0);
    expect(await paneFacts(page, 'Clock')).toMatchObject({ state: 'resting', frames: 0 });
    await setHidden(page, false);
    await untilMoving(page, 'Clock');
    await until(async () => (await lagMs(page, 'Clock')) ?? Number.POSITIVE_INFINITY).toBeLessThan(5_000);
    expect(streams.open()).toBe(1);
  });
});

describe(`a wall of ${MANY} cameras`, () => {
  beforeAll(async () => {
    const admin = await installation.admin();
    // They are viewed, not recorded.
    const { id: policyId } = await admin.policies.create({ body: { name: 'Never', mode: 'off' } });
    for (let i = 0; i < MANY; i += 1) {
      // Those between the first and the last have no camera: their attempts count without sixteen streams on this machine.
      const isThere = i === 0 || i === MANY - 1;
      const { id } = await admin.cameras.create({
        body: { name: nameOf(i), main_url: isThere ? clock.url('sub') : 'rtsp://127.0.0.1:1/none' },
      });
      await admin.policies.editForCamera({ params: { id }, body: { policy_id: policyId } });
    }
    await admin.cameras.update({ params: { id: clockId }, body: { enabled: false } });
  });

  it('plays at most sixteen on a desktop, and the others show stills', async () => {
    const page = await installation.openAs(ADMIN, '/ui/live', { viewport: { width: 1920, height: 1400 } });
    const restless = () =>
      page
        .locator('[data-pane]')
        .evaluateAll((panes) => panes.filter((pane) => (pane as HTMLElement).dataset.state !== 'resting').length);
    await until(restless).toBe(16);
    await untilMoving(page, nameOf(0));
    await page
      .locator('[data-pane]')
      .filter({ hasText: nameOf(MANY - 1) })
      .locator('img')
      .waitFor();
    expect(await restless()).toBe(16);
    expect(await page.locator('[data-pane]').count()).toBe(MANY + 1);
    // The reader asked for reduced motion: what only shows that panes are connecting stands still.
    const endless = () =>
      document.getAnimations().filter((one) => one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY).length;
    expect(await page.evaluate(endless)).toBe(0);
  });

  it('streams on a phone only the visible panes', async () => {
    const page = await installation.openAs(ADMIN, '/ui/about', { viewport: phone, hasTouch: true, isMobile: true });
    const streams = countStreams(page);
    await page.goto(`${installation.product.baseUrl}/ui/live`);
    await untilMoving(page, nameOf(0));
    expect(streams.open()).toBeLessThanOrEqual(6);
    expect((await paneFacts(page, nameOf(12)))?.state).toBe('resting');
    await page
      .locator('[data-pane]')
      .filter({ hasText: nameOf(MANY - 1) })
      .scrollIntoViewIfNeeded();
    await untilMoving(page, nameOf(MANY - 1));
    await until(async () => (await paneFacts(page, nameOf(0)))?.state).toBe('resting');
    await until(streams.open).toBeLessThanOrEqual(6);
  });
});
