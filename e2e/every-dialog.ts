import { expect } from 'vitest';
import { faultsInBothSchemes, goTo, seriousFaults } from './console-browser.ts';
import { ADMIN, type ConsoleInstallation } from './console-installation.ts';

interface DialogOfScreen {
  path: string;
  opener: string;
  /** All dialogs have the same colours: one is enough. */
  inBothSchemes?: boolean;
}

export const userDialog: DialogOfScreen = { path: '/ui/people', opener: 'Add user', inBothSchemes: true };

export const dialogs: readonly DialogOfScreen[] = [
  userDialog,
  { path: '/ui/bookmarks', opener: 'New bookmark' },
  { path: '/ui/exports', opener: 'New export' },
  { path: '/ui/storages', opener: 'Add storage' },
  { path: '/ui/live', opener: 'New view' },
];

/** Opens each of these dialogs, and the keyboard shortcuts on its screen. */
export async function expectAccessibleDialogs(
  installation: ConsoleInstallation,
  wanted: readonly DialogOfScreen[],
): Promise<void> {
  const page = await installation.openAs(ADMIN, '/ui/about', { colorScheme: 'light' });
  for (const { path, opener, inBothSchemes = false } of wanted) {
    await goTo(page, path);
    // An empty list offers it a second time.
    await page.getByRole('button', { name: opener }).first().click();
    await page.getByRole('dialog').waitFor();
    const faults = () => (inBothSchemes ? faultsInBothSchemes(page) : seriousFaults(page));
    // Its contents may still be loading or fading in.
    await expect.poll(async () => ({ opener, faults: await faults() })).toEqual({ opener, faults: [] });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    if (inBothSchemes) await expect.poll(() => seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
}
