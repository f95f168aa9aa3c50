import { until } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { phone, seriousFaults, untilLoaded } from './console-browser.ts';
import { type FootageInstallation, openFootageInstallation } from './footage-installation.ts';
import { closePages } from './page-contexts.ts';

const START_MS = Math.floor(Date.now() / 1000) * 1000 - 20 * 60_000;
const PASSWORD = 'a fine pass phrase';

let installation: FootageInstallation;
let exportId: string;

beforeAll(async () => {
  installation = await openFootageInstallation(inject('postgresUrl'));
  const { admin, addCamera, addFootage } = installation;
  const cameraId = await addCamera('Gate');
  await addFootage({ cameraId, startMs: START_MS, seconds: 20, segmentSeconds: 4, scale: 4 });
  const range = { start: new Date(START_MS).toISOString(), end: new Date(START_MS + 20_000).toISOString() };
  exportId = (await admin.exports.create({ body: { camera_ids: [cameraId], ...range } })).id;
  await until(async () => (await admin.exports.get({ params: { id: exportId } })).state === 'done');
});
afterAll(() => installation?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

/** A visitor with a shared link. All requests of the page are kept. */
async function stranger(link: string, options: { locale?: string; onPhone?: boolean } = {}) {
  const context = await installation.browser.newContext({
    locale: options.locale ?? 'en-GB',
    ...(options.onPhone && { viewport: phone, isMobile: true, hasTouch: true }),
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(link);
  return { page, asked, context };
}

const plays = (page: Page) =>
  page.waitForFunction(() => {
    const video = document.querySelector('video');
    return video !== null && video.readyState >= 2 && video.videoWidth > 0;
  });

it('shares an export by a link that shows its video and nothing else, until it is revoked', async () => {
  const page = await installation.open('/ui/exports');
  const share = page.getByRole('button', { name: /^Share / });
  await page.getByRole('heading', { name: 'Shared links' }).waitFor();
  expect(await share.count()).toBe(0);
  await page.getByRole('switch', { name: 'Allow sharing by link' }).click();
  await share.click();
  await page.getByLabel('Password (optional)').fill(PASSWORD);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = (await page.getByTestId('share-link').textContent()) ?? '';
  expect(link).toMatch(/\/share#[\w-]{43}$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('not opened yet').waitFor();
  await untilLoaded(page);
  expect(await seriousFaults(page)).toEqual([]);

  const visitor = await stranger(link);
  await visitor.page.getByRole('heading', { name: 'This link cannot be opened' }).waitFor();
  expect(await seriousFaults(visitor.page)).toEqual([]);
  await visitor.page.getByLabel('Password').fill('a wrong one');
  await visitor.page.getByRole('button', { name: 'Open' }).click();
  await visitor.page.getByText('Check the password.').waitFor();
  await visitor.page.getByLabel('Password').fill(PASSWORD);
  await visitor.page.keyboard.press('Enter');
  await visitor.page.getByRole('heading', { name: 'Gate' }).waitFor();
  await plays(visitor.page);
  expect(await seriousFaults(visitor.page)).toEqual([]);
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.page.getByRole('link', { name: 'Download in original quality' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Gate_.*\.mp4$/);
  const { items } = await installation.admin.shares.list();
  const { id } = items[0] ?? { id: '' };
  expect([...new Set(visitor.asked)].sort()).toEqual(
    ['GET /share', 'POST /shares/open', `GET /share/${id}/video.mp4`].sort(),
  );
  // Its cookie is valid for this link only.
  const reaches = async (path: string) =>
    (await visitor.context.request.get(`${installation.product.baseUrl}${path}`)).status();
  expect(await reaches(`/share/${id}/video.mp4`)).toBe(200);
  for (const path of ['/me', '/cameras', '/exports', `/exports/${exportId}/file`, '/shares', '/status', '/clips'])
    expect(await reaches(path), path).toBe(401);

  const german = await stranger(link, { locale: 'de-DE', onPhone: true });
  await german.page.getByLabel('Passwort').fill(PASSWORD);
  await german.page.getByRole('button', { name: 'Öffnen' }).click();
  await german.page.getByRole('link', { name: 'In Originalqualität herunterladen' }).waitFor();
  await plays(german.page);
  expect(await german.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await page.reload();
  await page.getByRole('button', { name: /^opened 2 times/ }).click();
  await page
    .getByText(/^127\.0\.0\.1 · Mozilla/)
    .nth(1)
    .waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Revoke the link to / }).click();
  await page.getByText('The link was revoked.').waitFor();
  expect((await installation.admin.shares.list()).items[0]?.state).toBe('revoked');
  expect(await reaches(`/share/${id}/video.mp4`)).toBe(404);
  // A page that is still open does not blame the browser.
  await visitor.page.evaluate(() => document.querySelector('video')?.dispatchEvent(new Event('error')));
  await visitor.page.getByRole('heading', { name: 'This link cannot be opened' }).waitFor();
});

it('makes a time-lapse from the dialog of exports', async () => {
  const page = await installation.open('/ui/exports');
  await page.getByRole('button', { name: 'New export' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Time-lapse' }).click();
  await dialog.getByText(/^Makes a video of about/).waitFor();
  expect(await dialog.getByRole('switch', { name: 'Include audio' }).count()).toBe(0);
  await dialog.getByRole('textbox', { name: /^Speed/ }).fill('10');
  expect(await seriousFaults(page)).toEqual([]);
  const cameras = dialog.getByRole('textbox', { name: 'Cameras', exact: true });
  await cameras
    .or(dialog.getByRole('combobox', { name: 'Cameras', exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Gate' }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await page.getByText('time-lapse, 10×').waitFor();
  await expect
    .poll(async () => (await installation.admin.exports.list()).items[0])
    .toMatchObject({ speed: 10, state: 'done' });
});
