import { readFile } from 'node:fs/promises';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { clockWidths } from './clock-cameras.ts';
import { boxOf, phone, phoneLandscape, seriousFaults } from './console-browser.ts';
import { ADMIN, withoutMotionAnalysis } from './console-installation.ts';
import { expectFrozen } from './frozen-picture.ts';
import {
  lagMs,
  paneMenu as menu,
  paneOf as pane,
  paneFacts,
  paneOrder,
  untilPlaying,
  useLowLatency,
} from './live-page.ts';
import { openWallInstallation, type WallInstallation } from './wall-installation.ts';

const NASTY = '<script>alert(1)</script> שלום‮';
// One install for the whole file; the tests build on each other.
let installation: WallInstallation;
let hevc: GstCamera;
beforeAll(async () => {
  [installation, hevc] = await Promise.all([
    openWallInstallation(inject('postgresUrl')),
    startGstCamera({ mounts: { '/main': gstLaunch.h265() } }),
  ]);
});
afterAll(async () => {
  await installation?.close();
  await hevc?.stop();
});
afterEach(() => installation.leave());

const until = <T>(ask: () => Promise<T>) => expect.poll(ask, { interval: 200 });
const surface = (page: Page, name: string) => pane(page, name).locator('[data-surface]');

describe('the live wall', () => {
  it('leads a user without cameras to adding one', async () => {
    await installation.console.product.client().auth.bootstrap({ body: ADMIN });
    const page = await installation.openWall('/ui/');
    await page.getByRole('heading', { name: 'No cameras yet' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add camera' }).click();
    await page.getByRole('heading', { name: 'Add camera', level: 1 }).waitFor();
    await installation.addCameras();
  });

  it('is the start page, and its pictures are moving and current', async () => {
    const page = await installation.openWall('/ui/');
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();
    await untilPlaying(page, 'Clock');
    await untilPlaying(page, 'Ball');
    const first = (await paneFacts(page, 'Clock'))?.clockMs ?? 0;
    await until(async () => (await paneFacts(page, 'Clock'))?.clockMs ?? 0).toBeGreaterThan(first);
    await until(async () => (await lagMs(page, 'Clock')) ?? Number.POSITIVE_INFINITY).toBeLessThan(5_000);
    await pane(page, 'Asleep').getByText('This camera is turned off.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    // Cameras burn their clock into any corner of the picture: nothing of ours lies over it.
    const picture = await boxOf(pane(page, 'Clock').locator('video').last());
    for (const own of [pane(page, 'Clock').getByText('Live', { exact: true }), pane(page, 'Clock').locator('time')])
      expect((await boxOf(own)).y).toBeGreaterThanOrEqual(picture.bottom - 1);
  });

  it('fits a phone in landscape: one picture and its bar are completely visible', async () => {
    const { width, height } = phoneLandscape;
    const page = await installation.openWall('/ui/', { viewport: phoneLandscape, hasTouch: true, isMobile: true });
    await untilPlaying(page, 'Clock');
    expect((await boxOf(page.locator('[data-pane]').first())).bottom).toBeLessThanOrEqual(height);
    // The controls of the bar leave enough room for the camera's name.
    expect((await boxOf(pane(page, 'Clock').locator('bdi[title="Clock"]'))).width).toBeGreaterThan(70);
    await pane(page, 'Clock').getByRole('button', { name: 'Maximize Clock' }).last().tap();
    await page.locator('[data-pane][data-solo]').waitFor();
    await untilPlaying(page, 'Clock');
    const { x, y, right, bottom } = await boxOf(pane(page, 'Clock'));
    expect([x >= 0, y >= 0, right <= width, bottom <= height]).toEqual([true, true, true, true]);
    expect((await boxOf(pane(page, 'Clock').locator('video').last())).height).toBeGreaterThan(height / 2);
  });

  it('uses the sub stream in a small pane and the main stream in a large one, without a gap', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    expect(await paneFacts(page, 'Clock')).toMatchObject({ stream: 'sub', width: clockWidths.sub });
    await surface(page, 'Clock').dblclick();
    await until(async () => (await paneFacts(page, 'Clock'))?.width).toBe(clockWidths.main);
    expect((await paneFacts(page, 'Clock'))?.stream).toBe('main');
    expect(new URL(page.url()).searchParams.has('camera')).toBe(true);
    await page.keyboard.press('Escape');
    await until(async () => (await paneFacts(page, 'Clock'))?.width).toBe(clockWidths.sub);
    await surface(page, 'Clock').focus();
    await page.keyboard.press('Enter');
    await until(async () => (await paneFacts(page, 'Clock'))?.stream).toBe('main');
    await page.goBack();
    await until(async () => (await paneFacts(page, 'Clock'))?.stream).toBe('sub');
  });

  it('unmutes one camera, and shows what is playing', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    expect((await paneFacts(page, 'Clock'))?.isMuted).toBe(true);
    await page.getByRole('button', { name: 'Unmute Clock' }).click();
    await until(async () => (await paneFacts(page, 'Clock'))?.isMuted).toBe(false);
    await menu(page, 'Clock', 'Show stream info');
    await pane(page, 'Clock')
      .getByText(/H\.264, AAC · Sub/)
      .waitFor();
    await page.getByRole('button', { name: 'Mute Clock' }).click();
    await until(async () => (await paneFacts(page, 'Clock'))?.isMuted).toBe(true);
    // Sound is sent only while it is on.
    await pane(page, 'Clock')
      .getByText(/H\.264 · Sub/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Unmute Ball' }).count()).toBe(0);
    await pane(page, 'Clock').getByText(`${clockWidths.sub}×`).waitFor();
    await page.getByRole('button', { name: 'Options for Clock' }).click();
    await page.getByRole('menuitem', { name: 'Hide stream info' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('saves the picture as it is', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    const [download] = await Promise.all([page.waitForEvent('download'), menu(page, 'Clock', 'Save snapshot')]);
    expect(download.suggestedFilename()).toMatch(/^Clock \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.jpg$/);
    const bytes = await readFile(await download.path());
    expect([bytes[0], bytes[1]]).toEqual([0xff, 0xd8]);
  });

  it('records on request, one request at a time', async () => {
    const page = await installation.openWall();
    await menu(page, 'Clock', 'Record now');
    const dialog = page.getByRole('dialog', { name: 'Record Clock' });
    const record = dialog.getByRole('button', { name: 'Record', exact: true });
    await dialog.getByLabel('Name (optional)').fill('Doorbell');
    expect(await seriousFaults(page)).toEqual([]);
    await record.click();
    await page.getByText(/^Clock is recorded from \d\d:\d\d:\d\d to \d\d:\d\d:\d\d\.$/).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await menu(page, 'Clock', 'Record now');
    await record.click();
    await dialog.getByText('Your last request for this camera has not ended yet').waitFor();
  });

  it('zooms in and out by wheel, keys and double click', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    await surface(page, 'Clock').focus();
    await page.keyboard.press('+');
    await pane(page, 'Clock').getByText('1.4×').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('0');
    await pane(page, 'Clock').getByText('1.4×').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    // A small pane leaves the wheel to the page.
    await page.locator('[data-pane][data-solo]').waitFor();
    await pane(page, 'Clock').hover();
    await page.mouse.wheel(0, -400);
    await pane(page, 'Clock').getByText(/×$/).waitFor();
    await surface(page, 'Clock').dblclick();
    await pane(page, 'Clock').getByText(/×$/).waitFor({ state: 'hidden' });
    await surface(page, 'Clock').dblclick();
    await pane(page, 'Clock').getByText('2.5×').waitFor();
  });
});

describe('the live wall with other settings', () => {
  it('plays what the browser has no decoder for, as H.264', async () => {
    const admin = await installation.admin();
    const { id } = await admin.cameras.create({
      body: { name: 'Hevc', main_url: hevc.url('/main'), ...withoutMotionAnalysis },
    });
    const page = await installation.openWall();
    await untilPlaying(page, 'Hevc');
    await menu(page, 'Hevc', 'Show stream info');
    await pane(page, 'Hevc')
      .getByText(/converted to H\.264 for this browser/)
      .waitFor();
    await page.close();
    await admin.cameras.remove({ params: { id }, query: { footage: 'delete' } });
  });

  it('switches to WebRTC and back on request, without a gap', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Ball');
    await menu(page, 'Ball', 'Show stream info');
    await useLowLatency(page, 'Ball');
    await untilPlaying(page, 'Ball');
    await menu(page, 'Ball', 'Use normal latency');
    await pane(page, 'Ball')
      .getByText(/^H\.264 · Main/)
      .waitFor();
    await untilPlaying(page, 'Ball');
  });

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['the server refuses it', (page) => page.route('**/whep?*', (route) => route.fulfill({ status: 503 }))],
    ['the browser has no WebRTC', (page) => page.evaluate('globalThis.RTCPeerConnection = undefined')],
  ])('continues with normal latency where low latency is not possible, and says so: %s', async (_title, spoil) => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Ball');
    await menu(page, 'Ball', 'Show stream info');
    await spoil(page);
    await menu(page, 'Ball', 'Use low latency');
    await page.getByText('Low latency is not available for Ball right now.').waitFor();
    await page.getByRole('button', { name: 'Options for Ball', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Use low latency' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Use normal latency' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await pane(page, 'Ball')
      .getByText(/^H\.264 · Main/)
      .waitFor();
    await untilPlaying(page, 'Ball');
  });

  it('keeps low latency while the camera cannot be reached, and tries again by itself', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Ball');
    let offers = 0;
    await page.route('**/whep?*', (route) => {
      offers += 1;
      return route.fulfill({ status: 502 });
    });
    await menu(page, 'Ball', 'Use low latency');
    await until(async () => offers).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Options for Ball', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Use normal latency' }).waitFor();
    expect(await page.getByText('Low latency is not available').count()).toBe(0);
    await untilPlaying(page, 'Ball');
  });

  it('enters and leaves full screen', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    const width = () => pane(page, 'Clock').evaluate((one) => one.getBoundingClientRect().width);
    await surface(page, 'Clock').focus();
    await page.keyboard.press('f');
    await until(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await until(width).toBeGreaterThan(1400);
    await page.keyboard.press('f');
    await until(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
  });
});

describe('a view', () => {
  it('is arranged by pointer and keys, saved, and restored after a reload', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    expect(await paneOrder(page)).toEqual(['Asleep', 'Ball', 'Clock']);
    await page.getByRole('button', { name: '2 × 2' }).click();
    const grip = page.getByRole('button', { name: /^Move Clock, position 3 of 3/ });
    await grip.hover();
    await page.mouse.down();
    await pane(page, 'Asleep').hover({ force: true });
    await until(() => paneOrder(page)).toEqual(['Clock', 'Asleep', 'Ball']);
    await page.mouse.up();
    await page.getByRole('button', { name: /^Move Clock, position 1 of 3/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Clock moved to position 2 of 3.').waitFor({ state: 'attached' });
    expect(await paneOrder(page)).toEqual(['Asleep', 'Clock', 'Ball']);
    await page.keyboard.press('ArrowRight');
    expect(await paneOrder(page)).toEqual(['Asleep', 'Ball', 'Clock']);
    await page.getByRole('button', { name: /^Move Ball, position 2 of 3/ }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await paneOrder(page)).toEqual(['Ball', 'Asleep', 'Clock']);

    await page.getByRole('button', { name: 'Save as view' }).click();
    await page.getByLabel('View name').fill(NASTY.slice(0, -1));
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.locator('script', { hasText: 'alert(1)' }).count()).toBe(0);
    await page.reload();
    await untilPlaying(page, 'Clock');
    expect(await paneOrder(page)).toEqual(['Ball', 'Asleep', 'Clock']);
    expect(await page.getByRole('button', { name: '2 × 2' }).getAttribute('aria-pressed')).toBe('true');
    const [saved] = (await (await installation.admin()).views.list()).items;
    expect(saved).toMatchObject({ layout: 'two', name: NASTY.slice(0, -1) });
  });

  it('is available on a phone, with swiping between views', async () => {
    const page = await installation.openWall('/ui/live?view=all', { viewport: phone, hasTouch: true, isMobile: true });
    await untilPlaying(page, 'Clock');
    expect(await paneOrder(page)).toEqual(['Asleep', 'Ball', 'Clock']);
    const swipe = (by: number) =>
      page.evaluate((distance) => {
        const target = document.querySelector('[data-pane]') as HTMLElement;
        const touch = (x: number) => new Touch({ identifier: 1, target, clientX: x, clientY: 300 });
        const send = (kind: string, x: number, down: boolean) =>
          target.dispatchEvent(
            new TouchEvent(kind, { bubbles: true, touches: down ? [touch(x)] : [], changedTouches: [touch(x)] }),
          );
        send('touchstart', 200, true);
        send('touchend', 200 + distance, false);
      }, by);
    await swipe(-150);
    await until(() => paneOrder(page)).toEqual(['Ball', 'Asleep', 'Clock']);
    await swipe(150);
    await until(() => paneOrder(page)).toEqual(['Asleep', 'Ball', 'Clock']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('is removed with undo', async () => {
    const page = await installation.openWall();
    const view = page.getByRole('button', { name: NASTY.slice(0, -1), exact: true });
    await view.click();
    await page.getByRole('button', { name: /^Options for the view/ }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await view.click();
    await until(() => paneOrder(page)).toEqual(['Ball', 'Asleep', 'Clock']);
  });
});

describe('a group', () => {
  it('shows only its cameras, kept in the address, on a desktop', async () => {
    const admin = await installation.admin();
    const page = await installation.openWall('/ui/live?view=all');
    await until(() => paneOrder(page)).toEqual(['Asleep', 'Ball', 'Clock']);
    const groups = page.getByRole('button', { name: 'Groups' });
    expect(await groups.count()).toBe(0);
    const id = await installation.addDoors();
    await page.reload();
    await groups.click();
    await page.getByRole('menuitem', { name: 'Doors' }).click();
    await until(() => paneOrder(page)).toEqual(['Asleep', 'Clock']);
    expect(new URL(page.url()).searchParams.get('group')).toBe(id);
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await untilPlaying(page, 'Clock');
    expect(await paneOrder(page)).toEqual(['Asleep', 'Clock']);
    await admin.groups.remove({ params: { id } });
  });
});

describe('a picture that is frozen', () => {
  it('is dimmed and labelled when a camera hangs, with the time of the last picture', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    installation.clock.freeze();
    await pane(page, 'Clock').getByText('No new frames').waitFor();
    await expectFrozen(page, 'Clock');
    await untilPlaying(page, 'Ball');
    await installation.clock.unplug();
    installation.clock.plugIn();
    await untilPlaying(page, 'Clock');
    await until(async () => (await paneFacts(page, 'Clock'))?.isDimmed).toBe(false);
  });
});

describe('during an outage', () => {
  it('a camera is shown as offline, and plays again when it is back', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    await installation.clock.unplug();
    await pane(page, 'Clock')
      .getByText(/The camera (is not responding|is connected but sends no picture)/)
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    installation.clock.plugIn();
    await untilPlaying(page, 'Clock');
    await until(async () => (await lagMs(page, 'Clock')) ?? Number.POSITIVE_INFINITY).toBeLessThan(5_000);
  });

  it('keeps its pictures while the server restarts, resumes by itself, and offers an update', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    const updated = '<script type="module" src="/ui/assets/index-updated.js"></script>';
    await page.route('**/ui/', (route) => route.fulfill({ contentType: 'text/html', body: updated }));
    await installation.console.restart(async () => {
      await page.getByText('The server is not responding. Reconnecting…').waitFor();
      await pane(page, 'Clock').getByText('Server not responding').waitFor();
      expect((await paneFacts(page, 'Clock'))?.isDimmed).toBe(true);
    });
    await page.getByText('The server is not responding. Reconnecting…').waitFor({ state: 'hidden' });
    await untilPlaying(page, 'Clock');
    await page.getByText('Holdfast was updated.').waitFor();
  });

  it('informs viewers of a removed camera', async () => {
    const admin = await installation.admin();
    const { id } = await admin.cameras.create({
      body: { name: 'Passing', main_url: installation.console.camera.url('/main'), ...withoutMotionAnalysis },
    });
    const page = await installation.openWall('/ui/live?view=all');
    await untilPlaying(page, 'Passing');
    await admin.cameras.remove({ params: { id }, query: { footage: 'delete' } });
    await page.getByText('Passing is no longer available').waitFor();
    await until(() => paneOrder(page)).toEqual(['Asleep', 'Ball', 'Clock']);
  });
});

describe('the page of a camera', () => {
  it('shows it live, with its state and today’s recordings', async () => {
    const camera = (await (await installation.admin()).cameras.list()).items.find(({ name }) => name === 'Clock');
    const page = await installation.openWall(`/ui/cameras/${camera?.id}`);
    await untilPlaying(page, 'Clock');
    await page.getByRole('region', { name: 'Health' }).getByText('Recording', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Health' }).getByText(`H.264 · ${clockWidths.main}×`).waitFor();
    await page.getByText(/recorded today$/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Recording' }).click();
    await page.getByText('Policy of this camera').waitFor();
  });
});
