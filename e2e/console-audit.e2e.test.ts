import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { beyondKeys, faultsInBothSchemes, phone, seriousFaults, untilLoaded } from './console-browser.ts';
import { ADMIN, type ConsoleInstallation, openConsole } from './console-installation.ts';

const FORMULA = '＝HYPERLINK("http://evil/")<b>';
const GUARD = { username: 'guard', password: 'correct horse too' };

let installation: ConsoleInstallation;

beforeAll(async () => {
  installation = await openConsole(inject('postgresUrl'));
  const { token } = await installation.product.client().auth.bootstrap({ body: ADMIN });
  const client = installation.product.client(token);
  await client.cameras.create({ body: { name: 'Gate', main_url: installation.camera.url('/main') } });
  await client.groups.create({ body: { name: FORMULA } });
  const role = await client.roles.create({ body: { name: 'Guards', capabilities: ['playback'], all_cameras: true } });
  await client.users.create({ body: { ...GUARD, role_id: role.id } });
});
afterAll(() => installation?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  for (const context of installation.browser.contexts()) await context.close();
});

const choose = async (page: Page, field: string, option: string) => {
  const input = (scope: Page | Locator) =>
    scope
      .getByRole('textbox', { name: field, exact: true })
      .or(scope.getByRole('combobox', { name: field, exact: true }));
  await input(page).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

describe('the audit log', () => {
  it('lists who watched, changed and failed to sign in, is filtered, and downloaded without a formula', async () => {
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

    const page = await installation.openAs(ADMIN, '/ui/audit');
    const list = page.getByRole('list', { name: 'Entries' });
    const row = (text: string) => list.getByRole('listitem').filter({ hasText: text });
    await row('Watched live').filter({ hasText: 'Gate' }).filter({ hasText: 'guard' }).first().waitFor();
    expect(await row('Camera group added').textContent()).toContain(FORMULA);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    expect(await beyondKeys(page)).toEqual([]);

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

    await page.goto(`${installation.product.baseUrl}/ui/audit?kind=changed`);
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
