import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Saves what a page shows under this name. */
export type Shoot = (page: Page, name: string, options?: { fullPage?: boolean }) => Promise<void>;

export const shootInto =
  (folder: string): Shoot =>
  async (page, name, { fullPage = false } = {}) => {
    const path = join(folder, `${name}.png`);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path, fullPage });
    console.log(path);
  };
