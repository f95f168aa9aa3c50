import type { Page } from 'playwright-core';

interface LiveShots {
  page: Page;
  baseUrl: string;
  look: string;
  idOf: (name: string) => string;
  shoot: (page: Page, name: string) => Promise<void>;
}

const untilPlaying = (page: Page, panes: number) =>
  page.waitForFunction((least) => document.querySelectorAll('[data-state="playing"]').length >= least, panes, {
    timeout: 120_000,
  });
/** Moves the pointer, so that controls hidden on an idle wall appear. */
const stir = async (page: Page, look: string) => {
  if (look === 'phone') await page.touchscreen.tap(190, 140);
  else await page.mouse.move(640, 400 + Math.random() * 20);
  await page.waitForTimeout(500);
};

/** The live wall, a single camera, and the page of a camera. */
export async function shootLive({ page, baseUrl, look, idOf, shoot }: LiveShots): Promise<void> {
  await page.goto(`${baseUrl}/ui/live?view=all`);
  await untilPlaying(page, look === 'phone' ? 2 : 4);
  await stir(page, look);
  await shoot(page, `${look}-live`);
  if (look !== 'phone') {
    await page.getByRole('button', { name: '1 large, 5 small' }).click();
    await untilPlaying(page, 4);
    await stir(page, look);
    await shoot(page, `${look}-live-focus`);
  }
  await page.goto(`${baseUrl}/ui/live?view=all&camera=${idOf('Driveway')}`);
  await untilPlaying(page, 1);
  await page.locator('[data-solo] [data-surface]').focus();
  await page.keyboard.press('i');
  await page.getByText('1280×720').waitFor();
  await stir(page, look);
  await shoot(page, `${look}-live-one`);
  await page.goto(`${baseUrl}/ui/cameras/${idOf('Front door')}`);
  await untilPlaying(page, 1);
  await page.getByText(/recorded today$/).waitFor();
  await stir(page, look);
  await shoot(page, `${look}-camera-overview`);
}
