import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ClockCameras, clockWidths, startClockCameras } from './clock-cameras.ts';
import { ADMIN, type ConsoleHouse, openConsoleHouse } from './console-house.ts';
import { lagMs, paneFacts } from './live-page.ts';

// One house for the whole file; the tests are one day in it and build on each other.
let house: ConsoleHouse;
let clock: ClockCameras;
beforeAll(async () => {
  [house, clock] = await Promise.all([openConsoleHouse(), startClockCameras()]);
  await house.product.client().auth.bootstrap({ body: ADMIN });
  const admin = await house.admin();
  await admin.cameras.create({ body: { name: 'Clock', main_url: clock.url('main'), sub_url: clock.url('sub') } });
  await admin.cameras.create({ body: { name: 'Ball', main_url: house.camera.url('/main') } });
  await admin.cameras.create({ body: { name: 'Nowhere', main_url: 'rtsp://127.0.0.1:1/none' } });
  await admin.cameras.create({ body: { name: 'Asleep', enabled: false, main_url: 'rtsp://127.0.0.1:1/none' } });
});
afterAll(async () => {
  await house?.close();
  await clock?.close();
});
afterEach(async () => {
  expect(house.complaints.splice(0)).toEqual([]);
  for (const context of house.browser.contexts()) await context.close();
});

const until = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 90_000, interval: 200 });
const pane = (page: Page, name: string) => page.locator(`[data-pane][aria-label^="${name},"]`);
const untilPlaying = async (page: Page, name: string) => {
  await until(async () => (await paneFacts(page, name))?.state).toBe('playing');
  const before = (await paneFacts(page, name))?.frames ?? 0;
  await until(async () => (await paneFacts(page, name))?.frames).toBeGreaterThan(before + 10);
};

describe('the live wall', () => {
  it('is where one arrives, and its pictures move', async () => {
    const page = await house.openAs(ADMIN, '/ui/');
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();
    await untilPlaying(page, 'Clock');
    await untilPlaying(page, 'Ball');
    await page.screenshot({ path: '/tmp/wall-1.png' });
    await until(async () => (await lagMs(page, 'Clock')) ?? 1e9).toBeLessThan(5_000);
    const first = (await paneFacts(page, 'Clock'))?.clockMs ?? 0;
    await until(async () => (await paneFacts(page, 'Clock'))?.clockMs ?? 0).toBeGreaterThan(first);
  });
});
