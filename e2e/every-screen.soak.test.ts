import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { ADMIN, type ConsoleInstallation, openConsole } from './console-installation.ts';
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

describe.each(['desktop', 'phone'] as const)('every screen on a %s', (device) => {
  it.each(['light', 'dark'] as const)('has no serious accessibility fault in %s mode', async (colorScheme) => {
    await expectAccessibleScreens(installation, { device, colorScheme });
    await leavePages(installation.browser);
  });
});
