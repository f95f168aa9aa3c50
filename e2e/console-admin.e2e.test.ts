import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@holdfast/testkit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  faultsInBothSchemes,
  goTo,
  isFocused,
  phone,
  seriousFaults,
  unreachableByKeyboard,
  untilLoaded,
} from './console-browser.ts';
import { ADMIN, type ConsoleInstallation, openConsole, withoutMotionAnalysis } from './console-installation.ts';
import { closePages } from './page-contexts.ts';

const FORMULA = '＝HYPERLINK("http://evil/")<b>';
const GUARD = { username: 'guard', password: 'correct horse too' };

let installation: ConsoleInstallation;
let disk: string;

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'holdfast-disk-'));
  installation = await openConsole(inject('postgresUrl'));
  const { token } = await installation.product.client().auth.bootstrap({ body: ADMIN });
  const client = installation.product.client(token);
  await client.cameras.create({
    body: { name: 'Gate', main_url: installation.camera.url('/main'), ...withoutMotionAnalysis },
  });
  await client.groups.create({ body: { name: FORMULA } });
  const role = await client.roles.create({ body: { name: 'Guards', capabilities: ['playback'], all_cameras: true } });
  await client.users.create({ body: { ...GUARD, role_id: role.id } });
});
afterAll(async () => {
  await installation?.close();
  await rm(disk, { recursive: true, force: true });
});
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

/** In the open dialog, or on the page. */
const choose = async (page: Page, field: string, option: string, scope: Page | Locator = page) => {
  await scope
    .getByRole('textbox', { name: field, exact: true })
    .or(scope.getByRole('combobox', { name: field, exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

describe('the audit log', () => {
  it('lists who watched, changed and failed to sign in, can be filtered, and is downloaded without formulas', async () => {
    const failed = await fetch(`${installation.product.baseUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: GUARD.username, password: 'not this one' }),
    });
    expect(failed.status).toBe(401);
    const wall = await installation.openAs(GUARD, '/ui/live');
    await wall.locator('video').first().waitFor();
    const admin = await installation.admin();
    const watched = async () => (await admin.audit.list({ query: { actions: ['live-watched'] } })).items[0]?.username;
    await expect.poll(watched, { interval: 300 }).toBe('guard');
    await wall.close();

    const page = await installation.openAs(ADMIN, '/ui/audit');
    const list = page.getByRole('list', { name: 'Entries' });
    const row = (text: string) => list.getByRole('listitem').filter({ hasText: text });
    await row('Watched live').filter({ hasText: 'Gate' }).filter({ hasText: 'guard' }).first().waitFor();
    expect(await row('Camera group added').textContent()).toContain(FORMULA);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    expect(await unreachableByKeyboard(page)).toEqual([]);

    await choose(page, 'Activity', 'Sign-in');
    await row('Camera group added').waitFor({ state: 'hidden' });
    await choose(page, 'User', GUARD.username);
    await page.waitForURL(/kind=access/);
    await row('Sign-in failed').first().waitFor();
    await page.reload();
    await row('Sign-in failed').first().waitFor();
    await choose(page, 'Period', 'Custom');
    await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00:00');
    await page.getByText('No matching entries').waitFor();

    await goTo(page, '/ui/audit?kind=changed');
    await row('Camera group added').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const table = await readFile(await download.path(), 'utf8');
    expect(table).toContain(`"'＝HYPERLINK(""http://evil/"")<b>"`);
    expect(table).not.toMatch(/signed-in/);
  });

  it('is in German, fits a phone, and does not exist for others', async () => {
    const onPhone = { viewport: phone, isMobile: true, hasTouch: true, locale: 'de-DE' };
    const page = await installation.openAs(ADMIN, '/ui/audit', onPhone);
    await page.getByRole('heading', { name: 'Protokoll', level: 1 }).waitFor();
    await page.getByText('Kameragruppe hinzugefügt').first().waitFor();
    await untilLoaded(page);
    expect(await seriousFaults(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);

    const guarded = await installation.openAs(GUARD, '/ui/audit');
    await guarded.getByRole('heading', { level: 1 }).waitFor();
    expect(await guarded.getByRole('list', { name: 'Entries' }).count()).toBe(0);
    expect(await guarded.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  });
});

describe('the list of cameras', () => {
  const HOSTILE = '<img src=x onerror="globalThis.harmed = 1"> .*';

  it('can be searched, filtered and sorted, and many cameras edited at once with a preview of saving', async () => {
    const admin = await installation.admin();
    for (const name of ['Yard', HOSTILE])
      await admin.cameras.create({ body: { name, main_url: installation.camera.url('/nothing') } });
    await admin.policies.create({ body: { name: 'Nights', mode: 'motion' } });
    const page = await installation.openAs(ADMIN, '/ui/cameras');
    const tile = (name: string) => page.getByRole('article').filter({ hasText: name });
    await tile('Gate').waitFor();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    expect(await unreachableByKeyboard(page)).toEqual([]);

    await page.getByLabel('Search', { exact: true }).fill('.* <IMG');
    await tile('Gate').waitFor({ state: 'hidden' });
    expect(await page.getByRole('article').count()).toBe(1);
    await page.getByLabel('Search', { exact: true }).fill('nothing like this');
    await page.getByText('No matching cameras').waitFor();
    await page.getByLabel('Search', { exact: true }).fill('');

    await page.getByRole('button', { name: 'Groups' }).click();
    await page.getByLabel('New group').fill('Outside');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Rename Outside' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('checkbox', { name: 'Select Yard' }).check();
    await page.getByRole('checkbox', { name: `Select ${HOSTILE}` }).check();
    await page.getByText('2 cameras selected').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Saving changes nothing yet.').waitFor();
    await choose(page, 'Policy', 'Nights', dialog);
    await choose(page, 'Change in the picture', 'Turn off', dialog);
    await dialog.getByText('2 cameras record everything because they have no motion source left.').waitFor();
    await choose(page, 'Events of the camera', 'Turn on', dialog);
    await dialog.getByText('record everything').waitFor({ state: 'hidden' });
    await choose(page, 'On or off', 'Turn off', dialog);
    expect(await dialog.getByLabel('Smart-home sensors').count()).toBe(0);
    await choose(page, 'Add to groups', 'Outside', dialog);
    await page.keyboard.press('Tab');
    await dialog.getByText('Turns 2 cameras off.').waitFor();
    await dialog.getByText('Changes how 2 cameras are recorded.').waitFor();
    await dialog.getByText('Turns off the motion source “Change in the picture” for 2 cameras.').waitFor();
    await dialog.getByText('Adds 2 cameras to groups.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 cameras changed.').waitFor();

    await choose(page, 'Group', 'Outside');
    await tile('Gate').waitFor({ state: 'hidden' });
    await tile('Yard').getByText('Outside').waitFor();
    await choose(page, 'Status', 'Off');
    expect(await page.getByRole('article').count()).toBe(2);
    expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
    const [line] = (await admin.audit.list({ query: { actions: ['cameras-changed'] } })).items;
    expect(line?.details).toMatchObject({
      count: 2,
      settings: { enabled: false, motion_camera_enabled: true, policy: 'Nights' },
    });

    await goTo(page, '/ui/cameras');
    const options = tile('Gate').getByRole('button', { name: 'Options for Gate' });
    await options.click();
    await page.getByRole('menuitem', { name: 'Copy settings from…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await until(() => options.evaluate((button) => button === document.activeElement));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Copy settings from…' }).click();
    await choose(page, 'From camera', 'Yard');
    await page.getByText('Changes how 1 camera is recorded.').waitFor();
    await page.getByRole('button', { name: 'Copy settings' }).click();
    await page.getByText('Gate has the same settings now.').waitFor();
    const policies = new Set((await admin.cameras.listConfig()).items.map(({ policy_id }) => policy_id));
    expect(policies.size).toBe(1);
  });

  it('adds a camera with a substream and a storage by address', async () => {
    const admin = await installation.admin();
    const storage = await admin.storages.create({ body: { name: 'Second disk', path: disk } });
    const page = await installation.openAs(ADMIN, '/ui/cameras/new');
    await page.getByLabel('Stream address', { exact: true }).fill(installation.camera.url('/main'));
    await page.getByLabel('Address of the substream (optional)').fill('javascript:alert(1)');
    await page.getByLabel('Name').fill('Door');
    await page.getByRole('button', { name: 'Add this camera' }).click();
    await expect.poll(() => isFocused(page.getByLabel('Address of the substream (optional)'))).toBe(true);
    expect((await admin.cameras.listConfig()).items.map(({ name }) => name)).not.toContain('Door');
    await page.getByLabel('Address of the substream (optional)').fill(installation.camera.url('/main'));
    await choose(page, 'Storage', 'Second disk');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add this camera' }).click();
    await page.getByRole('heading', { name: 'Door', level: 1 }).waitFor();
    const door = (await admin.cameras.listConfig()).items.find(({ name }) => name === 'Door');
    const policy = (await admin.policies.list()).items.find(({ id }) => id === door?.policy_id);
    expect([door?.has_sub_stream, policy?.live_storage_id]).toEqual([true, storage.id]);
  });
});
