import { until as found } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { boxOf, faultsInBothSchemes, phone, seriousFaults } from './console-browser.ts';
import { cards, type FeedScene, openFeedScene, played, until } from './feed-scene.ts';
import type { FootageInstallation } from './footage-installation.ts';
import { closePages } from './page-contexts.ts';

const onPhone = { viewport: phone, hasTouch: true, isMobile: true } as const;

let scene: FeedScene;
let installation: FootageInstallation;
let yard: string;
/** When something moved, by the clock of this machine. */
const moved: { fromMs: number; toMs: number }[] = [];
beforeAll(async () => {
  scene = await openFeedScene(inject('postgresUrl'));
  ({ installation, yard } = scene);
});
afterAll(() => scene?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

describe('on a phone', () => {
  it('clips are lines that move after a tap, and a tap opens them', async () => {
    await scene.untilWatching();
    await scene.sendFrames(60);
    moved.push(await scene.drivePast());
    await until(async () => (await scene.clips())[0]?.has_footage).toBe(true);
    const page = await installation.open('/ui/events', onPhone);
    const card = cards(page).last();
    await cards(page).first().waitFor();
    await page
      .getByRole('button', { name: /^Preview / })
      .last()
      .tap();
    await card.locator('img[data-picture="moving"]').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await card.getByRole('link').tap();
    await until(() => played(page)).toBeGreaterThan(0);
    expect(await seriousFaults(page)).toEqual([]);
  });
});

describe('the search by area', () => {
  it('finds exactly the moments in which something moved there', async () => {
    await scene.sendFrames(100);
    moved.push(await scene.drivePast());
    // The newest footage is indexed some seconds later.
    const grid = { camera_id: yard, start: new Date(moved[0]?.fromMs ?? 0).toISOString() };
    await until(async () => {
      const query = { ...grid, end: new Date().toISOString(), box: '0,0.5,1,0.2' };
      return (await installation.admin.motion.search({ query })).items.some(
        ({ end }) => Date.parse(end) > (moved[1]?.fromMs ?? 0),
      );
    }).toBe(true);
    const at = new Date(moved[0]?.fromMs ?? 0).toISOString();
    const page = await installation.open(`/ui/playback?cameras=${yard}&at=${at}`);
    await page.locator(`li[data-camera="${yard}"][data-kind="playing"]`).waitFor();
    const results = page.getByRole('region', { name: 'Motion in the area' });
    const draw = async (from: number, to: number) => {
      const stage = await boxOf(page.getByTestId('area').locator('> div'));
      await page.mouse.move(stage.x + stage.width * 0.1, stage.y + stage.height * from);
      await page.mouse.down();
      await page.mouse.move(stage.x + stage.width * 0.9, stage.y + stage.height * to, { steps: 4 });
      await page.mouse.up();
    };
    await page.getByRole('button', { name: 'Search an area' }).click();
    await results.getByText(/^Draw a box/).waitFor();
    await draw(0.02, 0.4);
    await results.getByText(/^Nothing moved there on/).waitFor();
    await draw(0.56, 0.68);
    await results.getByText(/^\d+ moments? on/).waitFor();
    await until(() => results.getByRole('img').count()).toBeGreaterThan(0);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    const found = await results
      .locator('time')
      .evaluateAll((times) =>
        times.flatMap((time) => (time instanceof HTMLTimeElement ? [Date.parse(time.dateTime)] : [])),
      );
    // Footage is searched by segments of some seconds.
    const SEGMENT_MS = 6_000;
    for (const { fromMs, toMs } of moved)
      expect(found.some((ms) => ms > fromMs - SEGMENT_MS && ms < toMs + SEGMENT_MS)).toBe(true);
    for (const ms of found)
      expect(moved.some(({ fromMs, toMs }) => ms > fromMs - SEGMENT_MS && ms < toMs + SEGMENT_MS)).toBe(true);
    await results
      .getByRole('button')
      .filter({ has: page.locator('time') })
      .last()
      .click();
    await until(async () => Number(await page.getByTestId('timeline').getAttribute('data-at'))).toBeCloseTo(
      found.at(-1) ?? 0,
      -3,
    );
    await page.keyboard.press('Escape');
    await results.waitFor({ state: 'hidden' });
  });

  it('and jumps to events and motion are reachable by key', async () => {
    await installation.admin.motion.record({
      params: { id: yard },
      body: { pre_seconds: 1, seconds: 1, label: 'Asked for' },
    });
    const newest = await found(async () => (await scene.events()).find(({ label }) => label === 'Asked for'));
    const before = new Date(Date.parse(newest.ts) - 8_000).toISOString();
    const page = await installation.open(`/ui/playback?cameras=${yard}&at=${before}`);
    await page.locator(`li[data-camera="${yard}"][data-kind="playing"]`).waitFor();
    const headMs = async () => Number(await page.getByTestId('timeline').getAttribute('data-at'));
    await page.keyboard.press('n');
    await until(async () => Math.abs((await headMs()) - Date.parse(newest.ts))).toBeLessThan(7_000);
    const second = moved[1] ?? { fromMs: 0, toMs: 0 };
    await page.goto(
      `${installation.product.baseUrl}/ui/playback?cameras=${yard}&at=${new Date(second.toMs + 8_000).toISOString()}`,
    );
    await page.getByTestId('timeline').waitFor();
    await until(headMs).toBeGreaterThan(second.toMs);
    await page.keyboard.press('Shift+V');
    await until(async () => Math.abs((await headMs()) - second.fromMs)).toBeLessThan(6_000);
    await page.keyboard.press('d');
    await page.getByText('No more openings in this direction.').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Next event (with Shift: previous)').waitFor();
    expect(await help.getByText(/plate/i).count()).toBe(0);
  });
});
