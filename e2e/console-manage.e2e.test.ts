import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FakeOnvifDevice, PATIENCE_MS, startFakeOnvifDevice, startHeldUpLink } from '@holdfast/testkit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  boxOf,
  holdRemovals,
  isFocused,
  phone,
  searchForCameras,
  seriousFaults,
  untilLoaded,
} from './console-browser.ts';
import { ADMIN, type ConsoleInstallation, openConsole, withoutMotionAnalysis } from './console-installation.ts';
import { closePages } from './page-contexts.ts';

const DEVICE = { username: 'viewer', password: 'its own word' };
const HOSTILE = `<script>alert(1)</script> \u0627\u0644\u0628\u0627\u0628 ${'x'.repeat(60)}`;

let installation: ConsoleInstallation;
let device: FakeOnvifDevice;
let folder: string;
/** A range that certainly has footage. */
let recorded: { cameraId: string; start: string; end: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-manage-'));
  // The stream URLs are set once the camera runs.
  const streams: { token: string; name: string; url: string; width: number; height: number; encoding: string }[] = [];
  device = await startFakeOnvifDevice({ ...DEVICE, name: 'Yard Camera', hardware: 'HX-200', streams });
  installation = await openConsole(inject('postgresUrl'), {
    ONVIF_PROBE_ADDRESS: `${device.probe.address}:${device.probe.port}`,
    CAMERA_OFFLINE_BOOT_GRACE_SECS: '0',
    DEMO: 'true',
  });
  streams.push(
    { token: 'a', name: 'Main', url: installation.camera.url('/main'), width: 320, height: 180, encoding: 'H264' },
    {
      token: 'b',
      name: 'Small',
      url: `${installation.camera.url('/main')}?small`,
      width: 160,
      height: 90,
      encoding: 'H264',
    },
  );
  const { token } = await installation.product.client().auth.bootstrap({ body: ADMIN });
  const client = installation.product.client(token);
  const gate = await client.cameras.create({
    body: { name: 'Gate', main_url: installation.camera.url('/main'), ...withoutMotionAnalysis },
  });
  await client.cameras.create({ body: { name: HOSTILE, main_url: installation.camera.url('/nothing') } });
  const run = async () => {
    const [start, end] = [Date.now() - 3_600_000, Date.now()].map((ms) => new Date(ms).toISOString()) as [
      string,
      string,
    ];
    const { cameras } = await client.timeline.get({ query: { camera_ids: [gate.id], start, end } });
    const longest = cameras[0]?.runs.find((one) => Date.parse(one.end) - Date.parse(one.start) > 8_000);
    if (longest) recorded = { cameraId: gate.id, start: longest.start, end: longest.end };
    return longest !== undefined;
  };
  await vi.waitUntil(run, { timeout: PATIENCE_MS, interval: 500 });
});
afterAll(async () => {
  await installation?.close();
  await device?.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor();
/** A time as a date and time field writes it in the browser's time zone. */
const inField = (page: Page, iso: string) =>
  page.evaluate((text) => {
    const at = new Date(text);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }, iso);
const fillRange = async (page: Page, { start, end }: { start: string; end: string }) => {
  await page.getByLabel('From', { exact: true }).fill(await inField(page, start));
  await page.getByLabel('To', { exact: true }).fill(await inField(page, end));
};
const saved = async (page: Page, click: () => Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};
/** A select field, whichever role it has during typing. */
const choices = (scope: Page | Locator, name: string) =>
  scope
    .getByRole('textbox', { name, exact: true })
    .or(scope.getByRole('combobox', { name, exact: true }))
    .first();
const onPhone = { viewport: phone, isMobile: true, hasTouch: true };

describe('exports', () => {
  it('are requested, tracked, downloaded and verified', async () => {
    const page = await installation.openAs(ADMIN, '/ui/exports');
    await page.getByText('No exports yet').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'New export' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByText('Choose at least one camera.').waitFor();
    await expect.poll(() => isFocused(choices(dialog, 'Cameras'))).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await choices(dialog, 'Cameras').click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await page.keyboard.press('Tab');
    await fillRange(page, { start: recorded.end, end: recorded.start });
    await dialog.getByText('The end must be after the start.').waitFor();
    await fillRange(page, {
      start: recorded.start,
      end: new Date(Date.parse(recorded.start) + 26 * 3_600_000).toISOString(),
    });
    await dialog.getByText('Choose at most 25 hours.').waitFor();
    await fillRange(page, recorded);
    expect(await seriousFaults(page)).toEqual([]);
    // Escape closes the calendar from its button and from a day, and the dialog stays.
    const calendar = dialog.getByRole('button', { name: 'Calendar for From' });
    const month = page.getByRole('button', { name: 'Previous month' });
    for (const moveOn of [false, true]) {
      await calendar.click();
      await month.waitFor();
      if (moveOn) await month.focus();
      await page.keyboard.press('Escape');
      await month.waitFor({ state: 'hidden' });
      expect(await dialog.isVisible()).toBe(true);
    }
    await dialog.getByRole('button', { name: 'Export' }).click();
    await toast(page, 'Export started.');
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Export started.').waitFor({ state: 'hidden' });
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.getByText(/^available until .*GMT\+\d|^available until .*CE/).waitFor();

    const video = await saved(page, () => page.getByRole('button', { name: /^Download Gate/ }).click());
    expect((await readFile(video)).subarray(4, 8).toString('latin1')).toBe('ftyp');
    await page.getByRole('button', { name: 'Evidence' }).click();
    const manifest = await saved(page, () => page.getByRole('menuitem', { name: 'Signed manifest' }).click());
    await page.getByRole('button', { name: 'Evidence' }).click();
    const verifier = await saved(page, () => page.getByRole('menuitem', { name: 'Verification page' }).click());

    const check = await installation.browser.newPage();
    await check.goto(pathToFileURL(verifier).href);
    await check.setInputFiles('#files', [video, manifest]);
    await check.locator('#result[data-verdict]:not([data-verdict="working"])').waitFor();
    expect(await check.locator('#result').getAttribute('data-verdict')).toBe('genuine');
    // The console and the verification page show the same fingerprint, to be compared by phone.
    const { fingerprint } = await (await installation.admin()).exports.signingKey();
    expect(await check.locator('#facts').textContent()).toContain(fingerprint);
    expect((await page.locator('code').allTextContents()).map((text) => text.replaceAll(' ', ''))).toContain(
      fingerprint,
    );
  });

  it('are removed with undo', async () => {
    const page = await installation.openAs(ADMIN, '/ui/exports', onPhone);
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const passUndoTime = await holdRemovals(page);
    await page.getByRole('button', { name: 'Delete the export of Gate' }).click();
    await page.getByText('No exports yet').waitFor();
    const [message, bar] = [
      await boxOf(page.getByRole('alert')),
      await boxOf(page.getByRole('link', { name: 'Live' })),
    ];
    expect(message.bottom).toBeLessThanOrEqual(bar.y);
    expect([message.x >= 0, message.right <= phone.width]).toEqual([true, true]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete the export of Gate' }).click();
    await page.getByText('No exports yet').waitFor();
    const admin = await installation.admin();
    expect((await admin.exports.list()).items).toHaveLength(1);
    await passUndoTime();
    await expect.poll(async () => (await admin.exports.list()).items.length).toBe(0);
  });

  it('without footage are refused with a sentence', async () => {
    const page = await installation.openAs(ADMIN, '/ui/exports');
    await page.getByRole('button', { name: 'New export' }).first().click();
    await choices(page.getByRole('dialog'), 'Cameras').click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await page.keyboard.press('Tab');
    await fillRange(page, { start: '2020-01-01T00:00:00Z', end: '2020-01-01T01:00:00Z' });
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    await page.getByRole('alert').getByText('No footage at that time').waitFor();
  });
});

describe('bookmarks', () => {
  it('are created, found, edited, and open playback', async () => {
    const page = await installation.openAs(ADMIN, '/ui/bookmarks');
    await page.getByText('No bookmarks yet').waitFor();
    await page.getByRole('button', { name: 'New bookmark' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Parcel <b>left</b>');
    await choices(dialog, 'Camera').click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await fillRange(page, recorded);
    await dialog.getByLabel('Note').fill('Blue van\nwithout a plate');
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'was saved.');
    await page.getByText('Parcel <b>left</b>').first().waitFor();
    await page.getByText(/^Protected, \d/).waitFor();
    await page.getByRole('img', { name: /^Gate, / }).waitFor();

    await page.getByLabel('Search names and notes').fill('plate VAN');
    await page.getByRole('button', { name: /^Edit Parcel/ }).waitFor();
    await page.getByLabel('Search names and notes').fill('bicycle');
    await page.getByText('No matches').waitFor();
    await page.getByLabel('Search names and notes').fill('');

    await page.getByRole('button', { name: /^Edit Parcel/ }).click();
    await dialog.getByLabel('Name').fill('Parcel');
    await dialog.getByLabel('Protect footage').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Parcel was saved.');
    await page.getByText(/^Protected/).waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: 'Play Parcel' }).click();
    await page.waitForURL(/\/ui\/playback\?/);
    const at = new URL(page.url()).searchParams;
    expect(at.get('cameras')).toContain(recorded.cameraId);
  });

  it('are removed with a way back, on a phone', async () => {
    const page = await installation.openAs(ADMIN, '/ui/bookmarks', onPhone);
    await page.getByRole('img', { name: /^Gate, / }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const passUndoTime = await holdRemovals(page);
    await page.getByRole('button', { name: 'Delete Parcel' }).click();
    await page.getByText('No bookmarks yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Delete Parcel' }).click();
    await page.getByText('No bookmarks yet').waitFor();
    const admin = await installation.admin();
    expect((await admin.bookmarks.list()).items).toHaveLength(1);
    await passUndoTime();
    await expect.poll(async () => (await admin.bookmarks.list()).items.length).toBe(0);
  });
});

describe('events', () => {
  it('are shown in the reader’s language, by kind and camera', async () => {
    const admin = await installation.admin();
    await expect.poll(async () => (await admin.events.listSystem()).items.length, { interval: 500 }).toBeGreaterThan(0);
    const page = await installation.openAs(ADMIN, '/ui/events');
    const sentence = page.getByText(/rejects the connection, or its stream can’t be recorded/).first();
    await sentence.waitFor();
    expect(await sentence.textContent()).toContain('<script>alert(1)</script>');
    await page.getByText('Warning', { exact: true }).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await choices(page, 'Types').click();
    await page.getByRole('option', { name: 'Low disk space' }).click();
    await page.getByText('No matches').waitFor();

    const german = await installation.openAs(ADMIN, '/ui/events', { locale: 'de-DE', ...onPhone });
    await german
      .getByText(/lehnt die Verbindung ab, oder der Stream kann nicht aufgezeichnet werden/)
      .first()
      .waitFor();
    await german
      .getByText(/^Die Kamera hat keinen solchen Stream/)
      .first()
      .waitFor();
    expect(await seriousFaults(german)).toEqual([]);
    await german
      .getByRole('link', { name: /abspielen$/ })
      .first()
      .click();
    await german.waitForURL(/\/ui\/playback\?/);
  });
});

describe('the plan of a policy', () => {
  it('updates while typing, from the bitrate of its cameras', async () => {
    const admin = await installation.admin();
    const rate = async () =>
      (await admin.status.get()).cameras.flatMap(({ streams }) => streams.map(({ bitrate_bps }) => bitrate_bps ?? 0));
    await expect.poll(async () => Math.max(...(await rate()))).toBeGreaterThan(0);
    const page = await installation.openAs(ADMIN, '/ui/policies');
    await page.getByRole('link', { name: 'Default' }).click();
    const plan = page.getByTestId('planner');
    await plan.getByText(/^1 camera at [\d.]+ Mbit\/s uses /).waitFor();
    await page.getByLabel('Budget', { exact: true }).fill('1');
    await plan.getByText(/1 GB holds about .*; the limit of 7 days will not be reached/).waitFor();
    await page.getByLabel('Budget', { exact: true }).fill('');
    await page.getByLabel('Keep for', { exact: true }).fill('1');
    await plan.getByText(/Footage is kept for 1 day and uses about/).waitFor();
    await page.getByRole('radio', { name: /Never/ }).click();
    await plan.getByText('Nothing is recorded.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();

    const camera = await installation.openAs(ADMIN, `/ui/cameras/${recorded.cameraId}?tab=recording`, onPhone);
    await camera
      .getByTestId('planner')
      .getByText(/1 camera at [\d.]+ Mbit\/s/)
      .waitFor();
  });
});

describe('a camera on the network', () => {
  it('is found, queried with its login, previewed, added with both streams, and asked for its own events', async () => {
    const page = await installation.openAs(ADMIN, '/ui/cameras/new');
    await searchForCameras(page, '1 camera found.');
    await page.getByText('HX-200').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const found = page.getByRole('region', { name: 'Find it on your network' });
    await found.getByRole('button', { name: 'Select Yard Camera' }).click();
    await found.getByLabel('Camera user').fill(DEVICE.username);
    await found.getByLabel('Camera password').fill('wrong');
    await found.getByRole('button', { name: 'Show streams' }).click();
    await found.getByRole('alert').getByText('The camera rejected the user name or password.').waitFor();
    await found.getByLabel('Camera password').fill(DEVICE.password);
    await page.keyboard.press('Enter');
    await found.getByRole('button', { name: 'Use this camera' }).click();
    await page.getByRole('img', { name: 'Picture from this address' }).waitFor();
    await page.getByText('Substream: Small, 160×90, H.264').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Yard Camera');
    await page.getByRole('button', { name: 'Add this camera' }).click();
    await heading(page, 'Yard Camera');
    const added = (await (await installation.admin()).cameras.listConfig()).items.find(
      ({ name }) => name === 'Yard Camera',
    );
    expect(added).toMatchObject({ main_has_password: true, sub_has_password: true });
    expect(added?.main_url).not.toContain(DEVICE.password);

    await page.getByRole('tab', { name: 'Motion' }).click();
    await page.getByRole('switch', { name: 'Events of the camera' }).check();
    const address = page.getByLabel('Address of the camera’s ONVIF service');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await address.fill('rtsp://127.0.0.1/onvif');
    await save.click();
    await page.getByText('Enter an http or https address.').waitFor();
    await address.fill(device.serviceUrl);
    expect(await seriousFaults(page)).toEqual([]);
    await save.click();
    await toast(page, 'Saved.');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('region', { name: 'Motion: events of the camera' }).getByText('OK').waitFor();
  });

  it('is added with others at once; what failed is named with its address and stays for another try', async () => {
    // Only streams on a device's own address are taken.
    const host = '127.0.0.2';
    const link = await startHeldUpLink({ host: '127.0.0.1', port: installation.camera.port }, () => false, host);
    const other = await startFakeOnvifDevice({
      ...DEVICE,
      password: 'another word',
      host,
      name: 'Yard Camera',
      hardware: 'HX-200',
      streams: [
        {
          token: 'a',
          name: 'Main',
          url: `rtsp://${host}:${link.port}/main`,
          width: 320,
          height: 180,
          encoding: 'H264',
        },
      ],
    });
    device.neighbours = [other];
    const yardCameras = async () =>
      (await (await installation.admin()).cameras.listConfig()).items.filter(({ name }) =>
        name.startsWith('Yard Camera'),
      );
    const before = (await yardCameras()).length;
    const page = await installation.openAs(ADMIN, '/ui/cameras/new');
    await searchForCameras(page, '2 cameras found.');
    const found = page.getByRole('region', { name: 'Find it on your network' });
    for (const box of await found.getByRole('checkbox', { name: /Yard Camera/ }).all()) await box.check();
    await found.getByLabel('Camera user').fill(DEVICE.username);
    await found.getByLabel('Camera password').fill(DEVICE.password);
    await found.getByRole('button', { name: 'Add 2 cameras' }).click();
    await found.getByText('Yard Camera (127.0.0.2): The camera rejected the user name or password.').waitFor();
    await found.getByLabel('Camera password').fill('another word');
    await found.getByRole('button', { name: 'Add 1 camera' }).click();
    await expect.poll(() => found.getByRole('button', { name: /^Add \d/ }).count()).toBe(0);
    const after = (await yardCameras()).map(({ name }) => name);
    expect([after.length, new Set(after).size]).toEqual([before + 2, before + 2]);
    device.neighbours = [];
    await other.stop();
    await link.stop();
  });

  it('that does not answer can still be added by address', async () => {
    device.manners = 'silent';
    const page = await installation.openAs(ADMIN, '/ui/cameras/new', onPhone);
    await page.getByRole('button', { name: 'Search for cameras' }).click();
    await page.getByText(/^No cameras found/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    device.manners = 'ok';
  });
});

describe('the demo', () => {
  it('shows its notice once', async () => {
    const page = await installation.openAs(ADMIN, '/ui/');
    const notice = page.getByRole('complementary', { name: 'This is the demo.' });
    await notice.getByRole('link', { name: 'Add a real camera' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Got it' }).click();
    await notice.waitFor({ state: 'hidden' });
    await page.reload();
    await heading(page, 'Live');
    await untilLoaded(page);
    expect(await notice.count()).toBe(0);
  });
});

describe('the system', () => {
  it('shows recorder, database, streams and storages', async () => {
    const page = await installation.openAs(ADMIN, '/ui/system');
    await page.getByText(/^Running since /).waitFor();
    await page.getByText('Recording', { exact: true }).first().waitFor();
    await page.getByText('Rejected', { exact: true }).first().waitFor();
    await untilLoaded(page);
    const load = page.getByRole('region', { name: 'Load' });
    await load.getByRole('img', { name: /^Processor\. average: now \d+ ?%/ }).waitFor();
    await page
      .getByTestId('forecast')
      .getByText(/^(Full|Won’t fill up)/)
      .waitFor();
    await page.getByText(/^Connected, \d/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await load.getByText('Year', { exact: true }).click();
    await load.getByRole('img', { name: /^Memory\. used of .*: now \d/ }).waitFor();
    await page.getByRole('tab', { name: 'Warnings' }).click();
    await page.getByText('Recorder', { exact: true }).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Addresses' }).click();
    await page.getByRole('button', { name: 'Copy: RTSP, Gate' }).waitFor();
    const storages = await installation.openAs(ADMIN, '/ui/storages', onPhone);
    await storages.getByText('OK', { exact: true }).waitFor();
    await storages.getByText(/ of footage$/).waitFor();
    expect(await seriousFaults(storages)).toEqual([]);
  });

  it('ends an unknown session', async () => {
    const other = await installation.product.client().auth.login({ body: ADMIN });
    const page = await installation.openAs(ADMIN, '/ui/account');
    const rows = page.getByRole('button', { name: 'End', exact: true });
    await rows.first().waitFor();
    const before = await rows.count();
    await rows.first().click();
    await expect.poll(() => rows.count()).toBe(before - 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.count()).toBe(before);
    expect((await installation.product.client(other.token).me.get()).username).toBe(ADMIN.username);
  });

  it('shows ten thousand characters as one line of text', async () => {
    const admin = await installation.admin();
    const note = 'y'.repeat(4000);
    await admin.bookmarks.create({
      body: { camera_id: recorded.cameraId, start: recorded.start, end: recorded.end, label: 'z'.repeat(100), note },
    });
    for (const options of [{}, onPhone]) {
      const page = await installation.openAs(ADMIN, '/ui/bookmarks', options);
      await page
        .getByText(/^Protected,/)
        .first()
        .waitFor();
      const { wide, high } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        high: document.querySelector('main li')?.getBoundingClientRect().height ?? 0,
      }));
      expect(wide).toBe(0);
      expect(high).toBeLessThan(600);
    }
  });
});

describe('a user who may only watch', () => {
  it('sees neither exports nor settings', async () => {
    const admin = await installation.admin();
    const role = await admin.roles.create({ body: { name: 'Family', capabilities: ['playback'], all_cameras: true } });
    const user = { username: 'kim', password: 'correct horse' };
    await admin.users.create({ body: { ...user, role_id: role.id } });
    const page = await installation.openAs(user, '/ui/bookmarks');
    await page.getByRole('link', { name: /^Play z+/ }).waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete) / }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Exports' }).count()).toBe(0);
  });
});

describe('the maintenance of the system', () => {
  const open = async (options = {}) => {
    const page = await installation.openAs(ADMIN, '/ui/system', options);
    await page.getByRole('tab', { name: 'Maintenance' }).click();
    await page.getByRole('button', { name: 'Restart recorder' }).waitFor();
    await untilLoaded(page);
    return page;
  };

  it('backs up, schedules and hands out a support bundle', async () => {
    const page = await open(onPhone);
    await page.getByRole('button', { name: 'Back up now' }).press('Enter');
    const card = page.getByRole('region', { name: 'Backups' });
    await card.getByText('Done', { exact: true }).waitFor();
    await card.getByText(/^1 file, /).waitFor();
    await page.locator(':focus').getByText('Back up now').waitFor();
    await card.getByRole('switch', { name: 'Back up automatically' }).check();
    await card.getByLabel('Files to keep').fill('3');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Saved.');
    expect(await card.getByText('Not scheduled').count()).toBe(0);
    const bundle = await saved(page, () =>
      page.getByRole('region', { name: 'Support bundle' }).getByRole('button', { name: 'Download' }).click(),
    );
    expect((await readFile(bundle)).subarray(0, 2).toString()).toBe('PK');
  });

  it('restarts the recorder once, however often it is asked, and the timeline shows why', async () => {
    const admin = await installation.admin();
    const startedAt = async () => (await admin.status.get()).recorder.started_at;
    const before = await startedAt();
    const page = await open();
    await page.getByRole('button', { name: 'Restart recorder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Nothing is recorded for a few seconds/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    // Otherwise the launcher might have started it again before a busy test repeats the request.
    installation.product.process.kill('SIGSTOP');
    try {
      await dialog.getByRole('button', { name: 'Restart' }).click();
      await page.getByText('Restarting…').waitFor();
      // Repeated requests, and below one by a user without the permission.
      const asked = await page.evaluate(() =>
        Promise.all(
          Array.from({ length: 20 }, async () => {
            const reply = await fetch('/recorder/restart', { method: 'POST' });
            return `${reply.status} ${((await reply.json()) as { requested_at: string }).requested_at}`;
          }),
        ),
      );
      expect(new Set(asked).size).toBe(1);
    } finally {
      installation.product.process.kill('SIGCONT');
    }
    const role = await admin.roles.create({ body: { name: 'Watchers', capabilities: [], all_cameras: true } });
    const user = { username: 'lee', password: 'correct horse' };
    await admin.users.create({ body: { ...user, role_id: role.id } });
    const viewer = await installation.openAs(user, '/ui/system');
    await viewer.getByText('Streams', { exact: true }).waitFor();
    expect(await viewer.getByRole('tab').count()).toBe(0);
    const refused = () => fetch('/recorder/restart', { method: 'POST' }).then(({ status }) => status);
    expect(await viewer.evaluate(refused)).toBe(403);

    await expect.poll(startedAt, { timeout: PATIENCE_MS }).not.toBe(before);
    await page.getByText('Restarting…').waitFor({ state: 'hidden' });
    const after = await startedAt();
    const around = (ms: number) => new Date(Date.parse(after ?? '') + ms).toISOString();
    const reasons = async () => {
      const query = {
        camera_ids: [recorded.cameraId],
        start: around(-120_000),
        end: around(120_000),
        resolution_ms: 0,
      };
      const { cameras } = await admin.timeline.get({ query });
      return cameras[0]?.gaps.map(({ reason }) => reason) ?? [];
    };
    await expect.poll(reasons, { timeout: PATIENCE_MS }).toContain('restart');
    expect(await reasons()).not.toContain('recorder_down');
    expect(await startedAt()).toBe(after);
  });
});
