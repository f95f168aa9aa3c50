import type { Client } from '@holdfast/client';
import { type FakeHub, startFakeHub } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { expectBadgeOnScene } from './badge-on-scene.ts';
import { desktop, faultsInBothSchemes, phone, seriousFaults } from './console-browser.ts';
import { ADMIN, type ConsoleInstallation } from './console-installation.ts';
import { GATE, type HomeInstallation, openHomeInstallation } from './home-installation.ts';
import { closePages } from './page-contexts.ts';

let home: HomeInstallation;
let installation: ConsoleInstallation;
let client: Client;
/** The hub that the environment names; it has a certificate of its own. */
let secureHub: FakeHub;
beforeAll(async () => {
  secureHub = await startFakeHub({ tls: true });
  const env = { SMARTHOME_BASE_URL: secureHub.url, SMARTHOME_TOKEN: secureHub.token };
  home = await openHomeInstallation(inject('postgresUrl'), env);
  ({ installation, client } = home);
});
afterAll(async () => {
  await home?.close();
  await secureHub?.stop();
});
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

it('shows the hub of the environment, and sends it the token only after its own certificate was accepted', async () => {
  const page = await installation.openAs(ADMIN, '/ui/smart-home');
  await page.getByText(/^The address comes from the environment \(SMARTHOME_BASE_URL\)/).waitFor();
  expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(secureHub.url);
  expect(await page.getByLabel('Access token').getAttribute('placeholder')).toMatch(/^Saved\./);
  expect(await page.getByLabel('Access token').inputValue()).toBe('');
  expect(await page.getByLabel('Use the hub').isChecked()).toBe(true);
  const test = page.getByRole('button', { name: 'Test connection' });
  await test.click();
  await page.getByText('The certificate of the hub is not trusted').waitFor();
  const shown = await page.getByText(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/).textContent();
  await page.getByText(/^The certificate of this hub is not signed by a trusted authority/).waitFor();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  expect(secureHub.requests).toEqual([]);
  await page.getByRole('button', { name: 'Accept this certificate' }).click();
  expect(await page.getByTestId('accepted-certificate').textContent()).toContain(shown);
  await page.getByText('After saving, only this certificate is accepted.').waitFor();
  await test.click();
  await page.getByText('The hub is connected').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Saved.' }).waitFor();
  expect(await client.hub.get()).toEqual({
    enabled: true,
    base_url: secureHub.url,
    certificate: shown?.replaceAll(':', '').toLowerCase(),
    has_token: true,
    source: 'environment',
  });
  await page.getByTestId('accepted-certificate').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('After saving, only certificates of trusted authorities are accepted.').waitFor();
  await page.getByLabel('Use the hub').uncheck();
  await page.getByText(/^Saving disconnects from the hub/).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await client.hub.get()).enabled).toBe(false);
  expect(await client.hub.get()).toMatchObject({ certificate: null, source: 'environment' });

  await page.getByLabel('Use the detector').check();
  await page.getByText('The detector is not used until you enter the address of its broker.').waitFor();
  await page.getByLabel('Broker address').fill('mqtt://127.0.0.1:1');
  await page.getByText('Saving connects to the detector.').waitFor();
  await page.getByRole('button', { name: 'Test connection' }).last().click();
  await page.getByTestId('detector-mqtt').getByText('Nothing listens at the address of the broker.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.close();
});

it('shows the badge on the same pixel of the scene at every size', async () => {
  const { cameraId, hub } = home;
  await client.hub.update({ body: { enabled: true, base_url: hub.url, token: hub.token } });
  const { items } = await client.hub.replaceLinks({
    params: { id: cameraId },
    body: { links: [{ entity_id: GATE, role: 'sensor', device_class: 'door', label: 'Garden gate' }] },
  });
  // Close to the left edge, where a narrow pane has the least room for the words.
  await client.hub.place({
    params: { id: cameraId, link_id: items[0]?.id ?? '' },
    body: { x: 0.23, y: 0.27, shape: 'pill', overlay_show_state: true },
  });
  const page = await installation.openAs(ADMIN, `/ui/live?camera=${cameraId}`);
  const sizes = [desktop, { width: 1000, height: 800 }, phone, { width: 247, height: 500 }];
  await expectBadgeOnScene(page, { client, cameraId, sizes });
});
