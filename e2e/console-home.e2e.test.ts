import type { Client } from '@holdfast/client';
import { type FakeHub, type FakeReceiver, type GstCamera, startFakeReceiver } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { badgeOn, centreOf, expectBadgeOnScene, sceneAt } from './badge-on-scene.ts';
import {
  boxOf,
  desktop,
  faultsInBothSchemes,
  isConnectionError,
  isFocused,
  phone,
  seriousFaults,
  untilLoaded,
} from './console-browser.ts';
import { ADMIN, type ConsoleInstallation } from './console-installation.ts';
import { GATE, type HomeInstallation, openHomeInstallation } from './home-installation.ts';
import { closePages } from './page-contexts.ts';

const HOSTILE = '<img src=x onerror=alert(1)> {{detail}}';

let home: HomeInstallation;
let installation: ConsoleInstallation;
let oldCamera: GstCamera;
let hub: FakeHub;
let receiver: FakeReceiver;
let client: Client;
let cameraId: string;
/** Moments at which the gate was open and closed, for playback. */
const moments = { openMs: 0, closedMs: 0 };

beforeAll(async () => {
  [receiver, home] = await Promise.all([startFakeReceiver(), openHomeInstallation(inject('postgresUrl'))]);
  ({ installation, oldCamera, hub, client, cameraId } = home);
  for (let i = 0; i < 5_000; i += 1) hub.set(`light.lamp_${i}`, 'off', { friendly_name: `Lamp ${i}` });
});
afterAll(async () => {
  await home?.close();
  await receiver?.stop();
});
afterEach(async () => {
  expect(
    installation.complaints
      .splice(0)
      .filter((text) => !isConnectionError(text))
      .join('\n'),
  ).toBe('');
  await closePages(installation.browser);
});

const open = (path: string, options?: Parameters<ConsoleInstallation['openAs']>[2]) =>
  installation.openAs(ADMIN, path, options);
const onPhone = { viewport: phone, isMobile: true, hasTouch: true };
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor();

it('connects the hub, after a test that explains what is wrong', async () => {
  const page = await open('/ui/smart-home');
  await page.getByTestId('hub-state').getByText('Not in use').waitFor();
  await page.getByLabel('Use the hub').check();
  await page.getByLabel('Address', { exact: true }).fill(`${hub.url}/lovelace`);
  await page.getByLabel('Access token').fill('wrong');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/without a path/).waitFor();
  await page.getByLabel('Address', { exact: true }).fill(hub.url);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The hub refuses the access token: create a new one there.').waitFor();
  await page.getByLabel('Access token').fill(hub.token);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The hub is connected').waitFor();
  await page.getByText('Saving connects to the hub.').waitFor();
  await page.getByText(`/${cameraId}/main`).waitFor();
  await page.getByText(`/live/${cameraId}/whep`).waitFor();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await save(page);
  await toast(page, 'Saved.');
  await page.getByLabel('Offer cameras').check();
  await page.getByLabel('Broker address').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.close();
  const small = await open('/ui/smart-home', onPhone);
  await untilLoaded(small);
  expect(await seriousFaults(small)).toEqual([]);
  expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

it('links one of 5,000 entities, and places its badge on the scene by pointer and by keys', async () => {
  const page = await open(`/ui/cameras/${cameraId}?tab=home`);
  await page.getByRole('button', { name: 'Link entities' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Showing 50 of 5,001/).waitFor();
  await dialog.getByLabel('Search by name, id or type').fill('garden door');
  await dialog.getByText('1 entity', { exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByLabel('Garden gate').check();
  await dialog.getByRole('button', { name: 'Link 1 entity' }).click();
  await page.getByRole('button', { name: 'Add badge: Garden gate' }).click();
  const stage = page.getByTestId('badge-stage');
  const handle = stage.getByRole('button', { name: /Garden gate, / });
  await handle.waitFor();
  const pane = await boxOf(stage);
  expect(pane.width / pane.height).toBeCloseTo(16 / 9, 1);
  const glyph = handle.locator('span span').first();
  const from = await centreOf(glyph);
  // To the left edge of the picture, which is beside the bar and not at the edge of the pane.
  const to = { x: pane.x + pane.width * 0.3, y: pane.y + pane.height * 0.25 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await page.getByLabel('Show state').check();
  await page.getByText('Pill with label').click();
  await handle.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ArrowLeft');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  const placed = await sceneAt(stage.locator('img'), await centreOf(glyph));
  await page.getByLabel('Linked sensors start recordings').check();
  await page.getByText(/Links Garden gate\. Changes 1 badge\./).waitFor();
  await save(page);
  await toast(page, 'Saved.');
  const [link] = (await client.hub.links({ params: { id: cameraId } })).items;
  expect(link).toMatchObject({ entity_id: GATE, role: 'sensor', device_class: 'door', label: 'Garden gate' });
  expect(link?.placement).toMatchObject({ shape: 'pill', overlay_show_state: true });
  expect(link?.placement?.x).toBeCloseTo(placed.x, 2);
  expect(link?.placement?.y).toBeCloseTo(placed.y, 2);
  await client.cameras.update({ params: { id: cameraId }, body: { motion_hub_enabled: false } });
});

// `npm run soak` tests every size, and a hub from the environment with a certificate of its own.
it('shows the badge on the same pixel of the scene on a desktop and a phone, and never an unknown state as closed', async () => {
  const page = await open(`/ui/live?camera=${cameraId}`);
  await expectBadgeOnScene(page, { ...home, sizes: [desktop, phone] });
  await page.setViewportSize(desktop);
  moments.closedMs = Date.now() - 1_000;
  hub.set(GATE, 'on');
  await badgeOn(page, 'on').waitFor();
  await page.getByText('Open', { exact: false }).first().waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  moments.openMs = Date.now() + 1_500;
  const recordedMs = async () => {
    const range = {
      start: new Date(moments.closedMs - 60_000).toISOString(),
      end: new Date(Date.now() + 60_000).toISOString(),
    };
    const { cameras } = await client.timeline.get({ query: { camera_ids: [cameraId], ...range } });
    return Math.max(0, ...(cameras[0]?.runs ?? []).map(({ end }) => Date.parse(end)));
  };
  await expect.poll(recordedMs, { interval: 500 }).toBeGreaterThan(moments.openMs + 2_000);

  const diedMs = Date.now();
  await hub.die();
  await badgeOn(page, 'unknown').waitFor();
  console.log(`badge unknown ${Date.now() - diedMs} ms after the hub died`);
  expect(await badgeOn(page, 'unknown').textContent()).toContain('Unknown');
  expect(await badgeOn(page, 'unknown').textContent()).not.toMatch(/Closed|Off/);
  await hub.revive();
  await badgeOn(page, 'on').waitFor();

  await installation.restart(async () => {
    await badgeOn(page, 'unknown').waitFor();
  });
  await badgeOn(page, 'on').waitFor();
});

it('shows in playback what the badge showed then', async () => {
  const at = (ms: number) => `/ui/playback?cameras=${cameraId}&at=${ms}`;
  const page = await open(at(moments.openMs));
  await badgeOn(page, 'on').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.close();
  const before = await open(at(moments.closedMs));
  await badgeOn(before, 'off').waitFor();
  await before.getByText('Closed').first().waitFor();
});

it('adds a channel from a pasted address, tests it, and delivers by a rule', async () => {
  const page = await open('/ui/alerts');
  await page.getByText('No channels yet').waitFor();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Paste an address, token or topic').fill('what is this?');
  await page.keyboard.press('Tab');
  await dialog.getByText(/does not look like an address/).waitFor();
  await dialog.getByLabel('Paste an address, token or topic').fill('https://discord.com/api/webhooks/11/tok');
  await page.keyboard.press('Tab');
  await dialog.getByText('Recognised as Discord.').waitFor();
  expect(await dialog.getByLabel('Webhook id').inputValue()).toBe('11');
  expect(await dialog.getByLabel('Webhook token').inputValue()).toBe('tok');
  await dialog.getByLabel('Paste an address, token or topic').fill(`${receiver.url}/hook`);
  await page.keyboard.press('Tab');
  await dialog.getByText('Recognised as Webhook.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByLabel('Name', { exact: true }).fill(HOSTILE);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'was saved.');
  await page.getByRole('button', { name: /^Test </ }).click();
  await page.getByText('Test message sent').waitFor();
  // A system event of this moment is delivered as well.
  const isTest = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).event_key === 'test';
  expect(receiver.received.filter(isTest).map(({ url }) => url)).toEqual(['/hook']);
  receiver.manners = 'fail';
  await page.getByRole('button', { name: /^Test </ }).click();
  await page.getByText(/It answered 500/).waitFor();
  receiver.manners = 'ok';

  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Edit Stream rejected' }).click();
  await dialog.getByLabel('Title').fill('{{camera}} refuses, {{nonsense}}');
  await dialog.getByText(/^This event has no placeholder nonsense/).waitFor();
  await dialog.getByLabel('Title').fill('Refused: {{camera}}');
  await dialog.getByRole('figure', { name: 'Preview' }).getByText('Refused: Yard').waitFor();
  await dialog.getByRole('switch', { name: /^Quiet hours/ }).check();
  await dialog.getByLabel('From', { exact: true }).fill('10:30 pm');
  await dialog.getByLabel('To', { exact: true }).focus();
  expect(await dialog.getByLabel('From', { exact: true }).inputValue()).toBe('22:30');
  await dialog.getByLabel('Saturday').uncheck();
  await dialog.getByLabel('Sunday').uncheck();
  expect(await seriousFaults(page)).toEqual([]);
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  for (const day of weekdays) await dialog.getByLabel(day).uncheck();
  await dialog.getByText('Choose at least one day.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => isFocused(dialog.getByLabel('Monday'))).toBe(true);
  for (const day of weekdays) await dialog.getByLabel(day).check();
  await dialog.getByLabel('Send in quiet hours anyway').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved.');
  await page.getByText('quiet from 22:30 to 07:00, Monday–Friday').waitFor();
  // The tab is in the address.
  await page.reload();
  await page.getByText('quiet from 22:30 to 07:00, Monday–Friday').waitFor();

  /** A camera that does not have the stream. */
  const addRefusing = (name: string) => client.cameras.create({ body: { name, main_url: oldCamera.url('/none') } });
  await addRefusing('Barn');
  const bodies = () => receiver.received.map(({ body }) => body.toString()).join();
  await expect.poll(bodies).toContain('Refused: Barn');
  await page.getByRole('tab', { name: 'Delivery log' }).click();
  await page.getByText('Delivered').first().waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Snooze all' }).click();
  await page.getByRole('menuitem', { name: 'For 8 hours' }).click();
  await page.getByText(/^Snoozed until/).waitFor();
  await addRefusing('Shed');
  await expect
    .poll(
      async () =>
        (await client.events.listSystem({ query: { event_keys: ['camera_stream_rejected'] } })).items[0]?.muted_by,
    )
    .toBe('snoozed');
  expect(bodies()).not.toContain('Shed');
  await page.getByRole('button', { name: 'Snooze all' }).click();
  await page.getByRole('menuitem', { name: 'End snooze' }).click();
  await toast(page, 'Alerts are sent again.');
  await page.close();

  const small = await open('/ui/alerts', onPhone);
  await small.getByText(HOSTILE).first().waitFor();
  expect(await seriousFaults(small)).toEqual([]);
  expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});
