import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@holdfast/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, openBrowser, phone, seriousFaults } from './console-browser.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

const ADMIN = { username: 'admin', password: 'a long enough secret' };
/** The address of this machine on its network. */
const address =
  Object.values(networkInterfaces())
    .flatMap((infos) => infos ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';

let folder: string;
let env: Record<string, string>;
let product: RunningProduct;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-app-'));
  env = { HOST: '0.0.0.0', PORT: String(await freePort()), SEED_ADMIN_PASSWORD: ADMIN.password };
  product = await startProduct(join(folder, 'data'), env);
  origin = `https://${address}:${env.PORT}`;
  // A browser cannot trust an authority for one test only; the certificate is checked without a browser.
  browser = await openBrowser(['--ignore-certificate-errors']);
});
afterAll(async () => {
  if (browser) await closeBrowser(browser);
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const signIn = async (page: Page) => {
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

it('has a certificate for its address that a device can trust', async () => {
  const authority = await (await fetch(`${product.baseUrl}/trust/holdfast.crt`)).text();
  const status = await new Promise((resolve, reject) => {
    get(`${origin}/version`, { ca: authority, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    }).on('error', reject);
  });
  expect(status).toBe(200);
});

it('explains how to trust it, in both languages and on a phone', async () => {
  const page = await browser.newPage({ viewport: phone, locale: 'de-DE' });
  await page.goto(`${origin}/trust`);
  await page.getByRole('heading', { name: 'Diesem Rekorder vertrauen' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Trust this recorder' }).waitFor();
  await page.close();
});

it('is an app over TLS: it can be installed, and has a page of its own while the server is away', async () => {
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.goto(`${origin}/ui/`);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(true);
  await signIn(page);
  await page.getByRole('navigation').first().waitFor();
  const manifest = await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '');
  expect((await page.request.get(manifest, { ignoreHTTPSErrors: true })).status()).toBe(200);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await product.stop();
  // As a link in a message does.
  await page.goto(`${origin}/ui/events?unseen=true`);
  await page.getByRole('heading', { name: 'The recorder cannot be reached' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  product = await startProduct(join(folder, 'data'), env);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Events' }).waitFor();
  await page.close();
});

it('warns about a connection without TLS, and leads to TLS', async () => {
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.goto(`http://${address}:${env.PORT}/ui/`);
  await signIn(page);
  await page.getByText('This connection is not encrypted.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Use HTTPS' }).click();
  await page.getByRole('heading', { name: 'Trust this recorder' }).waitFor();
  await page.close();
});

it('shows the wall alone on a monitor, one view after the other', async () => {
  const { token } = await product.client().auth.login({ body: ADMIN });
  const client = product.client(token);
  const camera = await client.cameras.create({ body: { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' } });
  const views = [];
  for (const name of ['Day', 'Night'])
    views.push(await client.views.create({ body: { name, layout: 'single', camera_ids: [camera.id] } }));
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.clock.install();
  const page = await context.newPage();
  await page.goto(`${origin}/ui/live`);
  await signIn(page);
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Every 10 s' }).click();
  await page.waitForURL(/patrol=10/);
  await page.getByRole('button', { name: 'More options' }).click();
  const opening = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Open in a new window' }).click();
  const monitor = await opening;
  await monitor.waitForURL(/kiosk=/);
  await monitor.locator('[data-full] [data-pane]').waitFor();
  const shownNext = async () => {
    await context.clock.fastForward(10_000);
    return monitor.evaluate(() => location.search);
  };
  for (const { id } of views) await expect.poll(shownNext).toContain(id);
  expect(await shownNext()).toContain('kiosk');

  // A second window keeps its view while the first one cycles through the views.
  const still = await context.newPage();
  await still.goto(`${origin}/ui/live?kiosk=1`);
  await still.locator('[data-full] [data-pane]').waitFor();
  const before = await still.locator('[data-pane]').count();
  for (const { id } of views) await expect.poll(shownNext).toContain(id);
  expect([new URL(still.url()).searchParams.get('view'), await still.locator('[data-pane]').count()]).toEqual([
    null,
    before,
  ]);

  // The console under the wall cannot be reached, and full screen is one click away.
  const reached = new Set<boolean>();
  for (let n = 0; n < 12; n += 1) {
    await still.keyboard.press('Tab');
    reached.add(
      await still.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('main') !== null,
      ),
    );
  }
  expect([...reached]).toEqual([true]);
  const isFull = () => still.evaluate(() => document.fullscreenElement !== null);
  await still.getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect.poll(isFull).toBe(true);
  await still.getByRole('button', { name: 'Exit full screen', exact: true }).click();
  await expect.poll(isFull).toBe(false);
  await still.locator('[data-full] [data-pane]').waitFor();
  await context.close();
});
