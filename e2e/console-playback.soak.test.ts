import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { boxOf, desktop, largePhoneLandscape, phone, phoneLandscape, tablet } from './console-browser.ts';
import { closePages } from './page-contexts.ts';
import { GAP_AFTER_SECONDS, openPlaybackInstallation, type PlaybackInstallation, T0 } from './playback-installation.ts';
import {
  expectAccessiblePlayback,
  firstPicture,
  numberOf,
  pane,
  pictureOf,
  playing,
  timeline,
  until,
} from './playback-page.ts';

let installation: PlaybackInstallation;
let gate: string;
let yard: string;
beforeAll(async () => {
  installation = await openPlaybackInstallation(inject('postgresUrl'));
  ({ gate, yard } = installation);
});
afterAll(() => installation?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

describe('playback, as fast and as recorded', () => {
  it('plays at sixteen times the speed', async () => {
    const page = await installation.watch([yard], 0);
    await playing(page, yard).waitFor();
    await page.getByRole('button', { name: 'Speed 1×', exact: true }).click();
    await page.getByRole('menuitem', { name: '16×' }).click();
    const beganMs = Date.now();
    await page.keyboard.press('k');
    await until(() => pictureOf(page, yard)).toBeGreaterThan(200);
    expect(Date.now() - beganMs).toBeLessThan(200_000);
    await page.getByRole('button', { name: 'Speed 16×' }).waitFor();
  });
});

describe('the keyboard', () => {
  it('keeps playhead and picture in step after fast playback, forwards and backwards', async () => {
    const page = await installation.watch([yard], 200);
    await until(() => pictureOf(page, yard)).toBeCloseTo(200, 0);
    for (const direction of ['j', 'l'] as const) {
      for (let press = 0; press < 4; press += 1) await page.keyboard.press(direction);
      await page.getByRole('button', { name: `Speed ${direction === 'j' ? '−' : ''}8×` }).waitFor();
      const began = await firstPicture(page, yard, Number.isFinite);
      await until(async () => Math.abs((await pictureOf(page, yard)) - began)).toBeGreaterThan(10);
      await page.keyboard.press('k');
      await until(async () =>
        Math.abs((await pictureOf(page, yard)) - ((await numberOf(page, 'at')) - T0) / 1000),
      ).toBeLessThan(0.15);
    }
  });

  it('steps through other cameras’ footage while the first has none', async () => {
    const page = await installation.watch([gate, yard], GAP_AFTER_SECONDS - 1);
    for (const id of [gate, yard]) await playing(page, id).waitFor();
    await page.keyboard.press('k');
    await until(() => pictureOf(page, yard)).toBeGreaterThan(GAP_AFTER_SECONDS + 3);
    await page.keyboard.press('k');
    await until(async () =>
      Math.abs((await pictureOf(page, yard)) - ((await numberOf(page, 'at')) - T0) / 1000),
    ).toBeLessThan(0.15);
    const stood = await pictureOf(page, yard);
    await page.keyboard.press('.');
    await until(async () => Math.round(((await pictureOf(page, yard)) - stood) * 10)).toBe(1);
  });
});

describe('on every device', () => {
  it('has no serious accessibility fault, light and dark, on desktop and phone', async () => {
    for (const options of [{}, { viewport: phone, hasTouch: true, isMobile: true }])
      await expectAccessiblePlayback(installation, options);
  });

  it('fits a phone in landscape and a tablet: pictures, controls and timeline are on the screen, nothing lies over a picture', async () => {
    for (const viewport of [phoneLandscape, largePhoneLandscape, tablet, desktop]) {
      const page = await installation.watch([gate, yard], 60, {
        viewport,
        hasTouch: viewport !== desktop,
        isMobile: viewport !== desktop,
      });
      await playing(page, gate).waitFor();
      await playing(page, yard).waitFor();
      expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(viewport === desktop);
      const shown = [pane(page, gate), timeline(page), page.getByRole('button', { name: 'Play', exact: true })];
      for (const one of shown) {
        const { x, y, right, bottom } = await boxOf(one);
        expect([x >= 0, y >= 0, right <= viewport.width, bottom <= viewport.height]).toEqual([true, true, true, true]);
      }
      const picture = await boxOf(pane(page, gate).locator('video'));
      expect(picture.height).toBeGreaterThan(80);
      for (const label of [
        pane(page, gate).getByText('Gate', { exact: true }),
        pane(page, gate).getByRole('button').last(),
      ])
        expect((await boxOf(label)).y).toBeGreaterThanOrEqual(picture.bottom - 1);
      await page.close();
    }
  });

  it('is available in German', async () => {
    const page = await installation.watch([gate], GAP_AFTER_SECONDS + 5, { locale: 'de-DE' });
    await pane(page, gate)
      .getByText(/Die Kamera war offline, von/)
      .waitFor();
    await page.getByText(/^Zeitzone: Europe\/Berlin \(MES?Z\)$/).waitFor();
  });
});
