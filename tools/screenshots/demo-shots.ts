import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@holdfast/client';
import { until } from '@holdfast/testkit';
import type { Browser } from 'playwright-core';
import { openPage, phone, untilLoaded } from '../../e2e/console-browser.ts';
import { freeDemoPorts, startProduct } from '../../e2e/running-product.ts';
import { signIn } from '../../e2e/sign-in.ts';
import type { Shoot } from './shoot.ts';

const looks = [
  ['dark', { colorScheme: 'dark' }],
  ['light', { colorScheme: 'light' }],
  ['phone', { colorScheme: 'dark', viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
] as const;

/** The screens that a user without a camera sees after two minutes of `npm run demo`. */
export async function shootDemo(browser: Browser, shoot: Shoot): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-demo-'));
  chmodSync(folder, 0o711);
  const demo = await startProduct(folder, await freeDemoPorts(), 'demo');
  try {
    await until(() => demo.output().includes('the simulated cameras are running'));
    const user = { username: 'admin', password: readFileSync(join(folder, 'demo', 'password'), 'utf8').trim() };
    const { token } = await demo.client().auth.login({ body: user });
    const client = demo.client(token);
    await untilBusy(client);
    const { items } = await client.plates.search({ query: {} });
    const plate = items.find(({ watch }) => watch)?.plate ?? items[0]?.plate ?? '';
    const cameras = (await client.cameras.list()).items;
    const door = cameras.find(({ name }) => name === 'Front door')?.id ?? '';
    const places = [
      ['live', 'live'],
      ['events', 'events'],
      ['plates', 'plates'],
      ['comparison', 'plates/comparison'],
      ['dossier', `plates/dossier/${plate}`],
      ['smart-home', `cameras/${door}?tab=home`],
      ['motion', `cameras/${door}?tab=motion`],
      ['playback', `playback?cameras=${cameras.map(({ id }) => id).join(',')}`],
      ['audit', 'audit'],
      ['system', 'system'],
    ] as const;
    for (const [look, options] of looks) {
      const { page } = await openPage(browser, demo.baseUrl, options);
      await signIn(page.context(), demo.baseUrl, user);
      for (const [name, path] of places) {
        // A moment that is recorded for sure, and still on the screen.
        const moment = name === 'playback' ? `&at=${Date.now() - 30_000}` : '';
        await page.goto(`${demo.baseUrl}/ui/${path}${moment}`);
        await untilLoaded(page);
        const notice = page.getByRole('complementary', { name: 'This is the demo.' }).getByRole('button');
        if (await notice.isVisible()) await notice.click();
        // Pictures arrive after the page.
        await page.waitForTimeout(4_000);
        await shoot(page, `${look}-demo-${name}`);
      }
      await page.context().close();
    }
  } finally {
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A watched plate, several detections and an opened door. */
async function untilBusy(client: Client): Promise<void> {
  await until(async () => {
    const [start, end] = [new Date(Date.now() - 3_600_000), new Date()].map((at) => at.toISOString()) as [
      string,
      string,
    ];
    const { items } = await client.events.list({ query: { start, end, labels: ['person'] } });
    const plates = (await client.plates.search({ query: {} })).items;
    return items.length >= 4 && plates.length >= 4;
  });
}
