import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { desk, goTo, goToScreen, phone, untilLoaded } from './console-browser.ts';
import { type FootageInstallation, openFootageInstallation } from './footage-installation.ts';
import { type HostilePlaces, plantHostileNames, replaceDisk } from './hostile-names.ts';
import { leavePages } from './page-contexts.ts';

const START_MS = Date.now() - 20 * 60_000;
const EVENTS = 70;

let installation: FootageInstallation;
let places: HostilePlaces;
let quietId: string;
beforeAll(async () => {
  installation = await openFootageInstallation(inject('postgresUrl'));
  quietId = await installation.addCamera('Quiet lane');
  places = await plantHostileNames(installation, START_MS);
  await replaceDisk(installation);
});
afterAll(() => installation?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await leavePages(installation.browser);
});

const until = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { interval: 200 });
const onPhone = { viewport: phone, isMobile: true, hasTouch: true };
const choices = (scope: Page | Locator, name: string) =>
  scope
    .getByRole('textbox', { name, exact: true })
    .or(scope.getByRole('combobox', { name, exact: true }))
    .first();

describe('text that a user entered', () => {
  it('is refused beyond the length of a name, with an error at the field', async () => {
    const { admin } = installation;
    const name = 'x'.repeat(10_000);
    const [cameraId = ''] = places.cameraIds;
    const range = { start: new Date(START_MS).toISOString(), end: new Date(START_MS + 5_000).toISOString() };
    const role = (await admin.roles.list()).items[0]?.id ?? '';
    const tries = {
      camera: () => admin.cameras.create({ body: { name, main_url: 'rtsp://127.0.0.1:1/none' } }),
      policy: () => admin.policies.create({ body: { name, mode: 'motion' } }),
      role: () => admin.roles.create({ body: { name, capabilities: [] } }),
      user: () => admin.users.create({ body: { username: name, password: 'correct horse', role_id: role } }),
      storage: () => admin.storages.create({ body: { name, path: '/tmp' } }),
      view: () => admin.views.create({ body: { name, layout: 'auto', camera_ids: [] } }),
      bookmark: () => admin.bookmarks.create({ body: { camera_id: cameraId, ...range, label: name } }),
      note: () => admin.bookmarks.create({ body: { camera_id: cameraId, ...range, label: 'x', note: name } }),
    };
    for (const [what, call] of Object.entries(tries)) {
      const refusal = await call().catch((err: unknown) => err);
      expect({ what, refusal }).toMatchObject({ what, refusal: { status: 422 } });
      expect({ what, fields: (refusal as { body: { errors?: unknown[] } }).body.errors?.length }).toEqual({
        what,
        fields: 1,
      });
    }
  });

  it('is shown as text on every screen, truncated where needed, on desktop and phone', async () => {
    const [cameraId = ''] = places.cameraIds;
    const at = new Date(START_MS + 5_000).toISOString();
    const screens = [
      `/ui/live?view=${places.viewId}`,
      `/ui/playback?cameras=${places.cameraIds.join()}&at=${at}`,
      // Between two views of the wall is another screen: they share a heading.
      `/ui/live?view=all&camera=${cameraId}`,
      '/ui/cameras',
      '/ui/bookmarks',
      '/ui/exports',
      '/ui/events',
      '/ui/policies',
      `/ui/policies/${places.policyId}`,
      '/ui/people',
      '/ui/storages',
      '/ui/system',
      '/ui/account',
    ];
    const found: string[] = [];
    for (const [size, options] of Object.entries({ desk: { viewport: desk }, phone: onPhone })) {
      const page = await installation.open('/ui/about', options);
      for (const path of screens) {
        await goToScreen(page, path);
        if (path === '/ui/people') found.push(...(await harmOf(page)), ...(await harmOf(await roles(page))));
        found.push(...(await harmOf(page)).map((harm) => `${size} ${path}: ${harm}`));
      }
      const camera = `/ui/cameras/${places.cameraIds[2]}`;
      await goToScreen(page, camera);
      for (const tab of ['Overview', 'General', 'Recording', 'Plates']) {
        await goTo(page, `${camera}?tab=${tab.toLowerCase()}`);
        await page.getByRole('tab', { name: tab, selected: true }).waitFor();
        await untilLoaded(page);
        found.push(...(await harmOf(page)).map((harm) => `${size} ${tab}: ${harm}`));
      }
    }
    expect(found).toEqual([]);
  });
});

const roles = async (page: Page): Promise<Page> => {
  await page.getByRole('tab', { name: 'Roles' }).click();
  await untilLoaded(page);
  return page;
};

/** What a name did to the page: ran, became markup, made it wider than the screen, or took more than its lines. */
const harmOf = (page: Page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll('bdi, h1, a, button, span, p')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && getComputedStyle(one).visibility === 'visible';
    });
    const hidesWhatIsTooWide = (one: Element) => {
      for (let up = one.parentElement; up; up = up.parentElement)
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      return false;
    };
    const say = (one: Element) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`;
    const isOutside = (one: Element) => one.getBoundingClientRect().right > innerWidth + 1 && !hidesWhatIsTooWide(one);
    const isOverItsRow = (one: Element) => {
      const row = one.closest('li, article');
      return (
        one.tagName === 'BDI' && row !== null && one.getBoundingClientRect().right > row.getBoundingClientRect().right
      );
    };
    const isTall = (one: Element) => one.tagName === 'BDI' && one.getBoundingClientRect().height > 60;
    return [
      ...('harmed' in globalThis ? ['it ran'] : []),
      ...[...document.querySelectorAll('img[src="x"], b')].map((one) => `became markup: ${say(one)}`),
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the screen'] : []),
      ...seen.filter(isOutside).map((one) => `over the edge: ${say(one)}`),
      ...seen.filter(isOverItsRow).map((one) => `over its row: ${say(one)}`),
      ...seen.filter(isTall).map((one) => `too tall: ${say(one)}`),
    ];
  });

describe('a long list of events', () => {
  it('is loaded as far as it is scrolled, and can be filtered by camera', async () => {
    await installation.archive.db
      .insertInto('systemEvent')
      .values(
        Array.from({ length: EVENTS }, (_, i) => ({
          eventKey: 'camera_offline',
          cameraId: quietId,
          ts: new Date(START_MS - i * 60_000),
          detail: 'It did not answer.',
        })),
      )
      .execute();
    const page = await installation.open('/ui/events');
    const rows = page.getByRole('region', { name: 'Events and clips' }).getByRole('article');
    await rows.first().waitFor();
    const end = page.getByText('That’s everything.');
    let most = 0;
    while (!(await end.isVisible())) {
      await page.mouse.wheel(0, 2_000);
      most = Math.max(most, await rows.count());
    }
    // Only those near the window are in the page.
    expect(most).toBeLessThan(EVENTS);
    await choices(page, 'Cameras').click();
    await page.getByRole('option', { name: 'W'.repeat(100) }).click();
    await until(() => rows.count()).toBe(2);
    await page.keyboard.press('Escape');
  });
});

describe('a storage', () => {
  it('whose disk was replaced accepts the new one after confirmation', async () => {
    const page = await installation.open('/ui/storages');
    await page.getByText('Disk missing', { exact: true }).waitFor();
    await page.getByText(/^The disk of this storage is missing/).waitFor();
    await page.getByRole('button', { name: 'Use this disk' }).click();
    await page.getByRole('alert').filter({ hasText: 'Checking the disk of' }).waitFor();
    await page.getByText('Disk missing', { exact: true }).waitFor({ state: 'hidden' });
    await until(async () => (await installation.admin.status.get()).storages.map(({ state }) => state)).not.toContain(
      'missing',
    );
  });

  it('with many missing files resumes pruning after confirmation', async () => {
    await installation.archive.db.updateTable('storageStatus').set({ pruneStoppedAt: new Date() }).execute();
    const page = await installation.open('/ui/storages', onPhone);
    const warning = page.getByText(/^Many files have been missing since/).first();
    await warning.waitFor();
    const stopped = async () =>
      (await installation.admin.storages.list()).items.filter(({ pruning_stopped_at }) => pruning_stopped_at !== null)
        .length;
    const before = await stopped();
    await page.getByRole('button', { name: 'The files are gone' }).first().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'The files are gone' }).first().click();
    expect(await stopped()).toBe(before);
    await until(stopped).toBe(before - 1);
  });
});
