import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ClockInstallation, openClockConsole } from './clock-installation.ts';
import { goTo, phone } from './console-browser.ts';
import { ADMIN } from './console-installation.ts';
import { paneFacts, untilPlaying } from './live-page.ts';
import { behindMs, paneKind } from './playback-clock.ts';
import { countStreams } from './stream-counts.ts';

const MANY = 25;
const nameOf = (i: number) => `Lane ${String(i + 1).padStart(2, '0')}`;

let installation: ClockInstallation;
beforeAll(async () => {
  installation = await openClockConsole(inject('postgresUrl'));
});
afterAll(() => installation?.close());
afterEach(() => installation.leave());

const until = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { interval: 200 });

describe('playback', () => {
  it('at high speed catches up with now and continues live', async () => {
    await installation.untilRecorded();
    const page = await installation.console.openAs(ADMIN, `/ui/playback?cameras=${installation.clockId}`);
    await until(() => paneKind(page)).toBe('playing');
    await page.keyboard.press('l');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('l');
    await until(() => paneKind(page)).toBe('live');
    await until(() => behindMs(page)).toBeLessThan(5_000);
    await page.getByRole('button', { name: 'Speed 1×', exact: true }).waitFor();
  });
});

describe(`a wall of ${MANY} cameras`, () => {
  beforeAll(async () => {
    const admin = await installation.console.admin();
    // They are viewed, not recorded.
    const { id: policyId } = await admin.policies.create({ body: { name: 'Never', mode: 'off' } });
    for (let i = 0; i < MANY; i += 1) {
      // Only the first and the last have a real camera: the attempts of the others count without sixteen streams on this machine.
      const isThere = i === 0 || i === MANY - 1;
      const { id } = await admin.cameras.create({
        body: { name: nameOf(i), main_url: isThere ? installation.clock.url('sub') : 'rtsp://127.0.0.1:1/none' },
      });
      await admin.policies.editForCamera({ params: { id }, body: { policy_id: policyId } });
    }
    await admin.cameras.update({ params: { id: installation.clockId }, body: { enabled: false } });
  });

  it('plays at most sixteen on a desktop, and the others show stills', async () => {
    const page = await installation.console.openAs(ADMIN, '/ui/live', { viewport: { width: 1920, height: 1400 } });
    const restless = () =>
      page
        .locator('[data-pane]')
        .evaluateAll((panes) => panes.filter((pane) => (pane as HTMLElement).dataset.state !== 'resting').length);
    await until(restless).toBe(16);
    await untilPlaying(page, nameOf(0));
    await page
      .locator('[data-pane]')
      .filter({ hasText: nameOf(MANY - 1) })
      .locator('img')
      .waitFor();
    expect(await restless()).toBe(16);
    expect(await page.locator('[data-pane]').count()).toBe(MANY + 1);
    // With reduced motion, indicators of connecting panes are not animated.
    const endless = () =>
      document.getAnimations().filter((one) => one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY).length;
    expect(await page.evaluate(endless)).toBe(0);
  });

  it('streams only the visible panes on a phone', async () => {
    const page = await installation.console.openAs(ADMIN, '/ui/about', {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    });
    const streams = countStreams(page);
    await goTo(page, '/ui/live');
    await untilPlaying(page, nameOf(0));
    expect(streams.open()).toBeLessThanOrEqual(6);
    expect((await paneFacts(page, nameOf(12)))?.state).toBe('resting');
    await page
      .locator('[data-pane]')
      .filter({ hasText: nameOf(MANY - 1) })
      .scrollIntoViewIfNeeded();
    await untilPlaying(page, nameOf(MANY - 1));
    await until(async () => (await paneFacts(page, nameOf(0)))?.state).toBe('resting');
    await until(streams.open).toBeLessThanOrEqual(6);
  });
});
