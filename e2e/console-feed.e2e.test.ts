import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { faultsInBothSchemes, seriousFaults } from './console-browser.ts';
import { cards, type FeedScene, openFeedScene, played, until } from './feed-scene.ts';
import type { FootageInstallation } from './footage-installation.ts';
import { expectLongFeed } from './long-feed.ts';
import { closePages } from './page-contexts.ts';

let scene: FeedScene;
let installation: FootageInstallation;
let yard: string;

beforeAll(async () => {
  scene = await openFeedScene(inject('postgresUrl'));
  ({ installation, yard } = scene);
});
afterAll(() => scene?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

const review = (page: Page) => page.getByRole('link', { name: 'Review unseen' });
const badge = (page: Page) => page.getByRole('link', { name: /^Events \d+\+? unread$/ });
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
/** Faster than the page can be drawn. */
const pressAtOnce = (page: Page, keys: readonly string[]) =>
  page.evaluate((pressed) => {
    for (const key of pressed)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, keys);

/** An hour before and an hour after, in the two ways in which a time of day is typed, in the zone of the pages. */
const timesAround = (epochMs: number): [string, string] => {
  const timeOf = (locale: string, ms: number) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' }).format(ms);
  return [timeOf('en-US', epochMs - 3_600_000).toLowerCase(), timeOf('en-GB', epochMs + 3_600_000)];
};

describe('the feed', () => {
  it('shows motion without a reload, plays its clip and marks it as seen', async () => {
    const page = await installation.open('/ui/events', { reducedMotion: 'no-preference' });
    await page.getByText('No events yet').waitFor();
    await page.evaluate('window.sameVisit = true');
    await scene.untilWatching();
    await scene.sendFrames(60);
    await scene.drivePast(async () => {
      await cards(page).first().waitFor();
      await cards(page).getByText('In progress').first().waitFor();
    });
    const card = cards(page).first();
    await until(() => card.getByText('In progress').count()).toBe(0);
    await card.getByText('Unseen').waitFor();
    // Plain motion is marked, but not counted.
    await review(page).waitFor();
    await until(() => badge(page).count()).toBe(0);
    await card.locator('img[data-picture="still"]').waitFor();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    // Repeated, because the page may have moved it away from under the pointer.
    await until(async () => {
      await card.hover();
      return card.locator('img[data-picture="moving"]').count();
    }).toBe(1);

    await card.getByRole('link', { name: /^Open Motion, Yard/ }).click();
    const dialog = page.getByRole('dialog');
    await until(() => played(page)).toBeGreaterThan(0.5);
    expect(await seriousFaults(page)).toEqual([]);
    const address = new URL(page.url());
    await until(async () => (await scene.clips())[0]?.viewed).toBe(true);
    await dialog.getByRole('button', { name: 'Mark as unseen' }).waitFor();
    await dialog.getByRole('button', { name: /^Download/ }).click();
    for (const [form, ending] of [
      ['As recorded (MP4)', 'mp4'],
      ['Moving picture (GIF)', 'gif'],
    ] as const) {
      const path = await page.getByRole('menuitem', { name: form }).getAttribute('href');
      const file = await page.request.get(`${installation.product.baseUrl}${path}`);
      expect(file.status()).toBe(200);
      expect(file.headers()['content-disposition']).toMatch(new RegExp(`^attachment; filename="Yard_.*\\.${ending}"$`));
    }
    // Escape closes the menu alone.
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    // Escape closes the dialog on top alone.
    await dialog.getByRole('button', { name: 'PDF' }).click();
    await dialog.nth(1).waitFor();
    await page.keyboard.press('Escape');
    await until(() => dialog.count()).toBe(1);
    await dialog.getByRole('button', { name: 'Mark as unseen' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await until(() => focusedName(page)).toMatch(/^Open Motion, Yard/);
    await until(() => review(page).count()).toBe(0);
    expect(await page.evaluate('window.sameVisit')).toBe(true);

    await page.goto(address.href);
    await until(() => played(page)).toBeGreaterThan(0.1);
    await page.getByRole('dialog').getByRole('link', { name: 'Open in playback' }).click();
    await page.waitForURL(/\/ui\/playback\?.*at=/);
    await page.locator(`li[data-camera="${yard}"][data-kind="playing"]`).waitFor();
  });

  it('shows that a clip does not exist any more', async () => {
    const page = await installation.open(`/ui/events?clip=${randomUUID()}`);
    await page.getByText(/^This clip doesn’t exist anymore/).waitFor();
  });

  it('is filtered, and keeps its filters in the address', async () => {
    const page = await installation.open('/ui/events');
    await cards(page).first().waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Time of day from').fill('half past');
    await page.getByText('Enter a time such as 22:00.').waitFor();
    const [hourAgo, inAnHour] = timesAround(Date.now());
    await page.getByLabel('Time of day from').fill(hourAgo);
    await page.getByLabel('to', { exact: true }).fill(inAnHour);
    await page.getByRole('button', { name: 'More filters, 1 set' }).waitFor();
    await cards(page).first().waitFor();
    await page.getByRole('combobox', { name: 'Labels' }).or(page.getByLabel('Labels')).first().fill('zebra');
    await page.keyboard.press('Enter');
    await page.getByText('No matches').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await cards(page).first().waitFor();
    await page.getByLabel('Unseen only').check();
    await page.getByText('No matches').waitFor();
  });
});

describe('the review', () => {
  it('goes through unseen clips by keyboard alone', async () => {
    const record = (label: string) =>
      until(async () => {
        const made = await installation.admin.motion
          .record({ params: { id: yard }, body: { pre_seconds: 1, seconds: 1, label } })
          .catch(() => undefined);
        return made !== undefined;
      }).toBe(true);
    await record('First');
    await record('Second');
    const page = await installation.open('/ui/events');
    await page.getByRole('link', { name: /^Open Second/ }).focus();
    await record('Third');
    await page.getByRole('link', { name: /^Open Third/ }).waitFor();
    // New clips move the cards, and the focus stays on its card.
    expect(await focusedName(page)).toMatch(/^Open Second/);
    await until(async () => (await scene.clips()).slice(0, 3).every(({ has_footage }) => has_footage)).toBe(true);
    await badge(page).waitFor();
    const prepared = new Set<string>();
    page.on('response', (reply) => {
      const [, id] = /\/clip\/([^/]+)\/clip\.mp4/.exec(reply.url()) ?? [];
      if (id !== undefined && reply.request().method() === 'HEAD' && reply.ok()) prepared.add(decodeURIComponent(id));
    });
    await review(page).click();
    const title = page.getByTestId('reviewed');
    await page.getByText('3 clips to review').waitFor();
    await title.getByText('Third', { exact: true }).waitFor();
    const [third, second, first] = (await scene.clips()).map(({ id }) => id);
    const watched = async () =>
      (await installation.admin.audit.list({ query: { actions: ['clip-watched'] } })).items.map(
        ({ object_id }) => object_id,
      );
    await until(() => played(page)).toBeGreaterThan(0);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    // The next ones are rendered while this one plays, and count as watched when they are shown.
    await until(async () => [...prepared].sort()).toEqual([second, first].sort());
    expect((await watched()).filter((id) => id === second || id === first)).toEqual([]);
    expect(await watched()).toContain(third);
    await page.keyboard.press('Space');
    await title.getByText('Second', { exact: true }).waitFor();
    await until(() => played(page)).toBeGreaterThan(0);
    expect(await watched()).toContain(second);
    expect(await watched()).not.toContain(first);
    await page.keyboard.press('ArrowRight');
    await title.getByText('First', { exact: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await title.getByText('Third', { exact: true }).waitFor();
    await title.getByText('Seen', { exact: true }).waitFor();
    await page.keyboard.press('Space');
    await title.getByText('Second', { exact: true }).waitFor();
    // Clips that were passed over stay unseen, and the end leads back to them.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 clips are still unseen').waitFor();
    await page.keyboard.press('Space');
    await title.getByText('Second', { exact: true }).waitFor();
    await pressAtOnce(page, [' ', ' ']);
    await page.getByText('All seen').waitFor();
    await until(async () => (await scene.clips()).every(({ viewed }) => viewed)).toBe(true);
    await until(() => badge(page).count()).toBe(0);
  });

  it('and the neighbours of an open clip are reachable by key', async () => {
    const page = await installation.open('/ui/events');
    await page.getByRole('link', { name: /^Open Third/ }).click();
    const heading = (name: string) => page.getByRole('dialog').getByRole('heading', { name });
    await heading('Third').waitFor();
    await page.keyboard.press('ArrowRight');
    await heading('Second').waitFor();
    await page.getByRole('button', { name: 'Older clip' }).click();
    await heading('First').waitFor();
    expect(await focusedName(page)).toBe('Older clip');
    // The neighbours are those of the clip that is shown.
    await page.keyboard.press('ArrowLeft');
    await heading('Second').waitFor();
    await page.keyboard.press('ArrowLeft');
    await heading('Third').waitFor();
    // Keys that come before the first step is on the screen count as well.
    await pressAtOnce(page, ['ArrowRight', 'ArrowRight']);
    await heading('First').waitFor();
    await pressAtOnce(page, ['ArrowLeft', 'ArrowLeft']);
    await heading('Third').waitFor();
    await page.keyboard.press('Escape');
    await until(() => focusedName(page)).toMatch(/^Open Third/);
  });
});

describe('a long feed', () => {
  // `npm run soak` tests ten thousand events, the feed on a phone, and the search by area.
  it('has only those near the window in the page, and scrolls to its end', () =>
    expectLongFeed(installation, { events: 2_000 }));
});
