import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ADMIN, type ConsoleInstallation, openConsole } from './console-installation.ts';
import { dialogs, expectAccessibleDialogs } from './every-dialog.ts';
import { expectAccessibleScreens } from './every-screen.ts';
import { leavePages } from './page-contexts.ts';

let installation: ConsoleInstallation;
beforeAll(async () => {
  installation = await openConsole(inject('postgresUrl'));
  await installation.product.client().auth.bootstrap({ body: ADMIN });
  const main_url = installation.camera.url('/main');
  await (await installation.admin()).cameras.create({ body: { name: 'Gate', main_url } });
});
afterAll(() => installation?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await leavePages(installation.browser);
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
