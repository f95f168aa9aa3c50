import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { holdRemovals, phone } from './console-browser.ts';
import type { FootageInstallation } from './footage-installation.ts';
import { type HostileInstallation, harmOnEveryScreen, openHostileInstallation } from './hostile-walk.ts';
import { closePages } from './page-contexts.ts';

const EVENTS = 70;

let hostile: HostileInstallation;
let installation: FootageInstallation;
beforeAll(async () => {
  hostile = await openHostileInstallation(inject('postgresUrl'));
  installation = hostile.installation;
});
afterAll(() => installation?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
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
    const { places, startMs } = hostile;
    const [cameraId = ''] = places.cameraIds;
    const range = { start: new Date(startMs).toISOString(), end: new Date(startMs + 5_000).toISOString() };
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

  it('is shown as text on every screen, truncated where needed, on a phone', async () => {
    expect(await harmOnEveryScreen(hostile, onPhone)).toEqual([]);
  });
});

describe('a long list of events', () => {
  it('is loaded as far as it is scrolled, and can be filtered by camera', async () => {
    await installation.archive.db
      .insertInto('systemEvent')
      .values(
        Array.from({ length: EVENTS }, (_, i) => ({
          eventKey: 'camera_offline',
          cameraId: hostile.quietId,
          ts: new Date(hostile.startMs - i * 60_000),
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
  // `npm run soak` tests a disk that was replaced.
  it('with many missing files resumes pruning after confirmation', async () => {
    await installation.archive.db.updateTable('storageStatus').set({ pruneStoppedAt: new Date() }).execute();
    const page = await installation.open('/ui/storages', onPhone);
    const warning = page.getByText(/^Many files have been missing since/).first();
    await warning.waitFor();
    const stopped = async () =>
      (await installation.admin.storages.list()).items.filter(({ pruning_stopped_at }) => pruning_stopped_at !== null)
        .length;
    const before = await stopped();
    const passUndoTime = await holdRemovals(page);
    await page.getByRole('button', { name: 'The files are gone' }).first().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'The files are gone' }).first().click();
    expect(await stopped()).toBe(before);
    await passUndoTime();
    await until(stopped).toBe(before - 1);
  });
});
