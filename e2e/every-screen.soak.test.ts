import type { Client } from '@holdfast/client';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ADMIN, type ConsoleInstallation, openConsole } from './console-installation.ts';
import { dialogs, expectAccessibleDialogs } from './every-dialog.ts';
import { expectAccessibleScreens } from './every-screen.ts';
import { closePages } from './page-contexts.ts';

let installation: ConsoleInstallation;

/** Rows for every list, and cameras that record, that do not answer and that are turned off. */
async function fillScreens(admin: Client, main_url: string): Promise<void> {
  const gate = await admin.cameras.create({ body: { name: 'Gate', main_url } });
  await admin.cameras.create({ body: { name: 'Yard', main_url: 'rtsp://127.0.0.1:1/none' } });
  await admin.cameras.create({ body: { name: 'Shed', main_url: 'rtsp://127.0.0.1:1/none', enabled: false } });
  await admin.policies.create({ body: { name: 'Night', mode: 'off' } });
  const role = await admin.roles.create({
    body: { name: 'Family', capabilities: ['playback', 'export'], camera_ids: [gate.id] },
  });
  await admin.users.create({ body: { username: 'ben', password: 'battery staple', role_id: role.id } });
  await admin.views.create({ body: { name: 'Outside', layout: 'auto', camera_ids: [gate.id] } });
  const iso = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000).toISOString();
  await admin.bookmarks.create({ body: { camera_id: gate.id, start: iso(60), end: iso(30), label: 'Parcel' } });
}

beforeAll(async () => {
  installation = await openConsole(inject('postgresUrl'));
  await installation.product.client().auth.bootstrap({ body: ADMIN });
  await fillScreens(await installation.admin(), installation.camera.url('/main'));
});
afterAll(() => installation?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

describe.each(['desktop', 'phone'] as const)('every screen on a %s', (device) => {
  it.each(['light', 'dark'] as const)('has no serious accessibility fault in %s mode', (colorScheme) =>
    expectAccessibleScreens(installation, { device, colorScheme, axe: true }),
  );
});

describe('every screen', () => {
  it('has no serious fault in its dialogs either, and opens the keyboard shortcuts with ?', () =>
    expectAccessibleDialogs(installation, dialogs));
});
