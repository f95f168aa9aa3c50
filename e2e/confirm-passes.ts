import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { faultsInBothSchemes, phone, seriousFaults, unreachableByKeyboard, untilLoaded } from './console-browser.ts';
import type { PlatesInstallation } from './plates-installation.ts';

export const onPhone = { viewport: phone, isMobile: true, hasTouch: true };
export const choices = (scope: Page | Locator, name: string) =>
  scope
    .getByRole('textbox', { name, exact: true })
    .or(scope.getByRole('combobox', { name, exact: true }))
    .first();
export const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

interface Confirming {
  passes: number;
  /** Takes a picture to look at. */
  shoot?: (page: Page, name: string) => Promise<void>;
}

/** Adds passes, which the engines read differently every other time, and confirms the newest by keyboard alone. */
export async function expectConfirmedByKeys(
  installation: PlatesInstallation,
  { passes, shoot }: Confirming,
): Promise<void> {
  for (let n = 0; n < passes; n += 1)
    await installation.addPass({
      atMs: installation.startMs + 60_000 + n * 20_000,
      native: `NAT${100 + n}`,
      external: n % 2 === 0 ? `NAT${100 + n}` : `EXT${100 + n}`,
    });
  const page = await installation.open('/ui/plates/comparison', { colorScheme: 'light' });
  const listed = page.getByRole('list', { name: 'Passes' }).locator('li');
  await expect.poll(() => listed.count()).toBeGreaterThanOrEqual(passes);
  await choices(page, 'Show').click();
  await page.getByRole('option', { name: 'Different readings' }).click();
  await expect.poll(() => listed.count()).toBe(passes / 2);
  await choices(page, 'Show').click();
  await page.getByRole('option', { name: 'All passes' }).click();
  await expect.poll(() => listed.count()).toBeGreaterThanOrEqual(passes);
  await page.keyboard.press('Tab');
  await untilLoaded(page);
  await shoot?.(page, 'light-comparison');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  expect(await unreachableByKeyboard(page)).toEqual([]);

  // The newest are the pairs; each key confirms and moves on.
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const order = await listed.evaluateAll((all) => all.map((one) => one.getAttribute('data-pass')));
  const chosen = () => page.locator('li[aria-current="true"]').getAttribute('data-pass');
  // The pass that was marked before the filter changed is still marked.
  for (let n = 0; n < order.length; n += 1) await page.keyboard.press('k');
  for (let n = 0; n < passes; n += 1) {
    await expect.poll(chosen).toBe(order[n]);
    if (n === 3) {
      await page.keyboard.press('e');
      await page.keyboard.type('typed 7');
      await page.keyboard.press('Enter');
    } else {
      const isMissed = (await page.locator(`li[data-pass="${order[n]}"]`).getByText('Not seen').count()) > 0;
      await page.keyboard.press(n % 4 === 0 && !isMissed ? '2' : '1');
    }
    await page.locator(`li[data-pass="${order[n]}"][data-confirmed]`).waitFor();
  }
  const figure = (engine: string) => page.locator(`[data-engine="${engine}"] [data-figure="accuracy"]`).textContent();
  const report = await installation.admin.passes.report();
  const share = (engine: 'native-alpr' | 'external') => `${Math.round((report.engines[engine].accuracy ?? 0) * 100)}%`;
  expect(report.engines['native-alpr'].confirmed).toBe(passes);
  await expect.poll(() => figure('native-alpr')).toBe(share('native-alpr'));
  await expect.poll(() => figure('external')).toBe(share('external'));
  await page.getByText('TYPED7').waitFor();

  const small = await installation.open('/ui/plates/comparison', { ...onPhone, colorScheme: 'dark' });
  await small.locator('li[data-pass]').first().waitFor();
  await untilLoaded(small);
  await shoot?.(small, 'phone-comparison');
  expect(await seriousFaults(small)).toEqual([]);
  expect(await isTooWide(small)).toBe(0);
}
