import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openPage, phone, untilLoaded } from '../../e2e/console-browser.ts';
import { startProduct } from '../../e2e/running-product.ts';
import { signIn } from '../../e2e/sign-in.ts';
import { shootLive } from './live-shots.ts';
import { furnishFootage, shootManaged, startUnknownCamera } from './manage-shots.ts';
import { startSceneCamera } from './scene-camera.ts';
import type { Shoot } from './shoot.ts';

/** The first run and every screen that manages, with a small installation of drawn cameras. */
export async function shootInstallation(browser: Browser, shoot: Shoot): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-screenshots-'));
  mkdirSync(join(folder, 'data', 'footage'), { recursive: true });
  const camera = await startSceneCamera(browser, folder);
  const unknown = await startUnknownCamera(() => camera.url('/yard'));
  const product = await startProduct(join(folder, 'data'), {
    ONVIF_PROBE_ADDRESS: `${unknown.probe.address}:${unknown.probe.port}`,
    CAMERA_OFFLINE_BOOT_GRACE_SECS: '0',
  });
  const { baseUrl } = product;

  const settled = async (page: Page, pictures: number) => {
    await page.waitForFunction(
      (least) =>
        [...document.querySelectorAll('img[src^="blob:"]')].filter((one) => (one as HTMLImageElement).complete)
          .length >= least,
      pictures,
      { timeout: 60_000 },
    );
  };

  try {
    const { page: fresh } = await openPage(browser, baseUrl);
    await fresh.goto(`${baseUrl}/`);
    await fresh.getByLabel('User name').fill('robin');
    await shoot(fresh, 'first-run-account');
    await fresh.getByLabel('Password', { exact: true }).fill('correct horse');
    await fresh.getByLabel('Confirm password').fill('correct horse');
    await fresh.getByRole('button', { name: 'Create account' }).click();
    await fresh.getByRole('button', { name: 'Continue' }).click();
    await fresh.getByLabel('Stream address').fill(camera.url('/driveway'));
    await fresh.getByRole('button', { name: 'Test address' }).click();
    await fresh.getByRole('img', { name: 'Picture from this address' }).waitFor();
    await fresh.getByLabel('Name').fill('Driveway');
    await shoot(fresh, 'first-run-camera', { fullPage: true });
    await fresh.getByRole('button', { name: 'Add this camera' }).click();
    await fresh.getByRole('link', { name: 'Open the console' }).waitFor();

    const { token } = await product.client().auth.login({ body: { username: 'robin', password: 'correct horse' } });
    const client = product.client(token);
    for (const [name, scene] of [
      ['Front door', 'door'],
      ['Back yard', 'yard'],
      ['Store room', 'aisle'],
    ] as const)
      await client.cameras.create({
        body: { name, main_url: camera.url(`/${scene}`), sub_url: camera.url(`/${scene}`) },
      });
    await client.cameras.create({ body: { name: 'Workshop', main_url: 'rtsp://127.0.0.1:1/none' } });
    await client.cameras.create({ body: { name: 'Sail loft', enabled: false, main_url: 'rtsp://127.0.0.1:1/none' } });
    const cameras = (await client.cameras.list()).items;
    const idOf = (name: string) => cameras.find((one) => one.name === name)?.id ?? '';
    const view = (name: string, names: string[]) =>
      client.views.create({ body: { name, layout: 'auto', camera_ids: names.map(idOf) } });
    await view('Entrances', ['Front door', 'Driveway']);
    await view('Night round', ['Back yard', 'Store room', 'Driveway']);
    const week = [
      '111111100000000000111111',
      '111111100000000000111111',
      '111111100000000000111111',
      '111111100000000000111111',
      '111111100000000000011111',
      '111111111111111111111111',
      '111111111111111111111111',
    ];
    const night = await client.policies.create({
      body: {
        name: 'Night',
        mode: 'continuous',
        schedule: week,
        live_max_bytes: 400_000_000_000,
        live_retention_hours: 720,
      },
    });
    for (const name of ['Back yard', 'Store room'])
      await client.policies.editForCamera({ params: { id: idOf(name) }, body: { policy_id: night.id } });
    await client.cameras.update({
      params: { id: idOf('Back yard') },
      body: {
        motion_mask: [
          [
            [0.69, 0.3],
            [0.86, 0.32],
            [0.9, 0.52],
            [0.84, 0.77],
            [0.72, 0.77],
            [0.66, 0.5],
          ],
          [
            [0, 0.17],
            [1, 0.17],
            [1, 0.37],
            [0, 0.37],
          ],
        ],
      },
    });
    const family = await client.roles.create({
      body: { name: 'Family', capabilities: ['playback', 'clips'], all_cameras: true },
    });
    await client.roles.create({
      body: { name: 'Neighbours', capabilities: ['playback'], camera_ids: [idOf('Driveway')] },
    });
    await client.users.create({ body: { username: 'kim', password: 'correct horse', role_id: family.id } });
    await client.users.create({ body: { username: 'sascha', password: 'correct horse', role_id: family.id } });

    await furnishFootage(client, idOf);

    const looks = [
      ['light', { colorScheme: 'light' }],
      ['dark', { colorScheme: 'dark' }],
      ['phone', { colorScheme: 'dark', viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
    ] as const;
    for (const [look, options] of looks) {
      const { page } = await openPage(browser, baseUrl, options);
      await page.goto(`${baseUrl}/ui/`);
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await shoot(page, `${look}-sign-in`);
      await signIn(page.context(), baseUrl, { username: 'robin', password: 'correct horse' });
      await page.goto(`${baseUrl}/ui/cameras`);
      await settled(page, look === 'phone' ? 2 : 4);
      await page
        .getByText('Offline', { exact: true })
        .or(page.getByText('Loading', { exact: true }))
        .first()
        .waitFor();
      await shoot(page, `${look}-cameras`);
      await shootLive({ page, baseUrl, look, idOf, shoot });
      const yard = `${baseUrl}/ui/cameras/${idOf('Back yard')}`;
      for (const tab of ['general', 'recording', 'plates']) {
        await page.goto(`${yard}?tab=${tab}`);
        await settled(page, 1);
        if (tab === 'recording') {
          await page.getByLabel('Keep for', { exact: true }).fill('14');
          await page.getByText(/^Creates a policy named “Back yard/).waitFor();
        }
        await shoot(page, `${look}-camera-${tab}`);
      }
      for (const place of [
        'policies',
        `policies/${night.id}`,
        'storages',
        'plates',
        'people',
        'system',
        'about',
        'account',
      ]) {
        await page.goto(`${baseUrl}/ui/${place}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await untilLoaded(page);
        await shoot(page, `${look}-${place.split('/').length > 1 ? 'policy' : place}`);
      }
      await shootManaged({ page, baseUrl, look, shoot });
      await page.context().close();
    }
  } finally {
    await camera.stop();
    await product.stop();
    await unknown.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
