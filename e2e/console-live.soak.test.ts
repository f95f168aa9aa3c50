import { startHeldUpLink } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { phone, seriousFaults } from './console-browser.ts';
import { ADMIN } from './console-installation.ts';
import { expectFrozen } from './frozen-picture.ts';
import { paneOf as pane, paneFacts, paneOrder, untilPlaying } from './live-page.ts';
import { openWallInstallation, type WallInstallation } from './wall-installation.ts';

let installation: WallInstallation;
beforeAll(async () => {
  installation = await openWallInstallation(inject('postgresUrl'));
  await installation.console.product.client().auth.bootstrap({ body: ADMIN });
  await installation.addCameras();
});
afterAll(() => installation?.close());
afterEach(() => installation.leave());

const until = <T>(ask: () => Promise<T>) => expect.poll(ask, { interval: 200 });

describe('the live wall with other settings', () => {
  it('works in German, in dark mode, on a phone', async () => {
    const page = await installation.openWall('/ui/live', {
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    });
    await page.getByRole('button', { name: 'Alle Kameras' }).waitFor();
    await untilPlaying(page, 'Clock');
    await pane(page, 'Asleep').getByText('Diese Kamera ist ausgeschaltet.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});

describe('a group', () => {
  it('shows only its cameras, kept in the address, on a phone', async () => {
    const id = await installation.addDoors();
    const page = await installation.openWall(`/ui/live?group=${id}`, {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    });
    await until(() => paneOrder(page)).toEqual(['Asleep', 'Clock']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Group Doors' }).tap();
    await page.getByRole('menuitem', { name: 'All cameras' }).tap();
    await until(() => paneOrder(page)).toEqual(['Asleep', 'Ball', 'Clock']);
    await (await installation.admin()).groups.remove({ params: { id } });
  });
});

describe('a picture that is frozen', () => {
  it('is dimmed and labelled when the network is cut', async () => {
    let isCut = false;
    const port = Number(new URL(installation.console.product.baseUrl).port);
    const link = await startHeldUpLink({ host: '127.0.0.1', port }, () => isCut);
    const page = await installation.openWall('/ui/live', { throughPort: link.port });
    await untilPlaying(page, 'Clock');
    isCut = true;
    await pane(page, 'Clock').getByText('No new frames').waitFor();
    await expectFrozen(page, 'Clock');
    await pane(page, 'Clock').getByText('Server not responding').waitFor();
    await until(async () => (await paneFacts(page, 'Asleep'))?.isDimmed).toBe(true);
    isCut = false;
    await untilPlaying(page, 'Clock');
    await until(async () => (await paneFacts(page, 'Clock'))?.isDimmed).toBe(false);
    await page.close();
    await link.stop();
  });
});

describe('during an outage', () => {
  it('asks for the password over the wall when the session expired, and continues', async () => {
    const page = await installation.openWall();
    await untilPlaying(page, 'Clock');
    const admin = await installation.admin();
    for (const { id, current } of (await admin.auth.sessions()).items)
      if (!current) await admin.auth.endSession({ params: { id } });
    await page.getByText('Your session has expired').waitFor();
    await page.getByLabel('User name').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Your session has expired').waitFor({ state: 'hidden' });
    await untilPlaying(page, 'Clock');
  });
});
