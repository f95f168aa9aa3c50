import type { Client } from '@holdfast/client';
import type { Locator, Page, ViewportSize } from 'playwright-core';
import { expect } from 'vitest';
import { boxOf } from './console-browser.ts';
import { GATE } from './home-installation.ts';

export const badgeOn = (page: Page, tone: string) =>
  page.locator(
    `[data-pane] [data-badge="${GATE}"][data-tone="${tone}"], [data-camera] [data-badge="${GATE}"][data-tone="${tone}"]`,
  );
export const centreOf = async (locator: Locator) => {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
};
/** The point of the scene, in fractions, at a point of the page: the picture is shown whole in its element. */
export const sceneAt = (picture: Locator, point: { x: number; y: number }) =>
  picture.evaluate((element, { x, y }) => {
    const box = element.getBoundingClientRect();
    const [width, height] =
      element instanceof HTMLVideoElement
        ? [element.videoWidth, element.videoHeight]
        : [(element as HTMLImageElement).naturalWidth, (element as HTMLImageElement).naturalHeight];
    const scale = Math.min(box.width / width, box.height / height);
    return {
      x: (x - box.left - (box.width - width * scale) / 2) / (width * scale),
      y: (y - box.top - (box.height - height * scale) / 2) / (height * scale),
    };
  }, point);
/** How large a whole picture is drawn in its element, in pixels of the page. */
const pxPerScene = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => {
    const box = element.getBoundingClientRect();
    const scale = Math.min(box.width / element.videoWidth, box.height / element.videoHeight);
    return { width: element.videoWidth * scale, height: element.videoHeight * scale };
  });

/** Whether the words of the closed gate are inside its pane, and its state is not cut. */
const isWhole = async (page: Page) => {
  const [pane, badge] = [await boxOf(page.locator('[data-pane]').first()), await boxOf(badgeOn(page, 'off'))];
  const cutPx = await badgeOn(page, 'off')
    .locator('[data-word="state"]')
    .evaluate((element) => element.scrollWidth - element.clientWidth);
  return { isInside: badge.x >= pane.x && badge.right <= pane.right, isStateWhole: cutPx <= 0 };
};

/** Checks the badge of the closed gate on a page with live video, at each of these sizes. */
export async function expectBadgeOnScene(
  page: Page,
  { client, cameraId, sizes }: { client: Client; cameraId: string; sizes: readonly ViewportSize[] },
): Promise<void> {
  const [link] = (await client.hub.links({ params: { id: cameraId } })).items;
  await badgeOn(page, 'off').waitFor();
  await page.getByText('Closed').first().waitFor();
  const video = page.locator('[data-pane] video').first();
  // A connection that is lost before its first picture is replaced by another one, with an element of its own.
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0);
  for (const size of sizes) {
    await page.setViewportSize(size);
    /** Distance of the icon from its point of the scene, in pixels of the page. */
    const missedPx = async () => {
      const seen = await sceneAt(video, await centreOf(badgeOn(page, 'off').locator('span').first()));
      const perScene = await pxPerScene(video);
      const { x = 0, y = 0 } = link?.placement ?? {};
      return Math.max(Math.abs(seen.x - x) * perScene.width, Math.abs(seen.y - y) * perScene.height);
    };
    await expect.poll(missedPx).toBeLessThan(0.75);
    expect(await isWhole(page)).toEqual({ isInside: true, isStateWhole: true });
  }
}
