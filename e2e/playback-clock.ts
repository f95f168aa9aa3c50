import { clockDifference, readClock } from '@holdfast/testkit';
import type { Page } from 'playwright-core';

/** The clock in the picture of the first camera on the playback screen; null if it cannot be read. */
export const clockIn = (page: Page): Promise<number | null> =>
  page.evaluate<number | null>(`(() => {
    const readClock = ${readClock.toString()};
    const pane = document.querySelector('li[data-camera]');
    const videos = [...pane.querySelectorAll('video')].filter((one) => one.readyState >= 2 && one.videoWidth > 0);
    const video = pane.dataset.kind === 'held' ? pane.querySelector('canvas[aria-hidden]') : videos.at(-1);
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 96 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!video) return null;
    context.drawImage(video, 0, 0, 160, 96);
    return readClock(context.getImageData(0, 0, 160, 96).data) ?? null;
  })()`);

/** How far the picture is behind this machine's clock. */
export async function behindMs(page: Page): Promise<number> {
  const reading = await clockIn(page);
  return reading === null ? Number.NaN : clockDifference(Date.now(), reading);
}

/** What the first camera on the playback screen shows. */
export const paneKind = (page: Page): Promise<string | null> =>
  page.locator('li[data-camera]').getAttribute('data-kind');
