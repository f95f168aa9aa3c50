import { clockDifference, PATIENCE_MS, readClock } from '@holdfast/testkit';
import type { Locator, Page } from 'playwright-core';

interface PaneFacts {
  state: string | undefined;
  stream: string | undefined;
  frames: number;
  width: number;
  isMuted: boolean;
  volume: number;
  /** The time written next to the picture. */
  labelledMs: number | undefined;
  isDimmed: boolean;
  /** The clock in the picture; undefined if it cannot be read. */
  clockMs: number | undefined;
}

/** What a pane of the wall really shows, read from its video. */
export const paneFacts = (page: Page, name: string): Promise<PaneFacts | undefined> =>
  page.evaluate<PaneFacts | undefined>(`(() => {
    const readClock = ${readClock.toString()};
    const name = ${JSON.stringify(name)};
    const pane = [...document.querySelectorAll('[data-pane]')].find((one) => one.getAttribute('aria-label').startsWith(name + ','));
    const videos = pane ? [...pane.querySelectorAll('video')] : [];
    const video = videos.at(-1);
    if (!pane) return undefined;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, 96];
    const context = canvas.getContext('2d', { willReadFrequently: true });
    // A connection that is just being made has an element without a picture, over the last picture received or recorded.
    const picture = videos.findLast((one) => one.readyState >= 2) ?? pane.querySelector('canvas:not([hidden]), img');
    if (picture && (picture.videoWidth ?? picture.naturalWidth ?? picture.width) > 0) context.drawImage(picture, 0, 0, 160, 96);
    const label = pane.querySelector('time')?.dateTime;
    return {
      labelledMs: label === undefined ? undefined : Date.parse(label),
      isDimmed: pane.querySelector('[data-dimmed]') !== null,
      state: pane.dataset.state,
      stream: pane.dataset.stream,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      width: video?.videoWidth ?? 0,
      isMuted: video?.muted ?? true,
      volume: video?.volume ?? 0,
      clockMs: readClock(context.getImageData(0, 0, 160, 96).data),
    };
  })()`);

/** How far the clock in the picture is behind this machine's. */
export async function lagMs(page: Page, name: string): Promise<number | undefined> {
  const facts = await paneFacts(page, name);
  return facts?.clockMs === undefined ? undefined : clockDifference(Date.now(), facts.clockMs);
}

/** The names of the panes in order. */
export const paneOrder = (page: Page): Promise<string[]> =>
  page
    .locator('[data-pane]')
    .evaluateAll((panes) => panes.map((pane) => (pane.getAttribute('aria-label') ?? '').replace(/, [^,]*$/, '')));

export const paneOf = (page: Page, name: string): Locator => page.locator(`[data-pane][aria-label^="${name},"]`);

/** Chooses from the menu of a pane. */
export async function paneMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/**
 * Waits until the pane reports playing and its pictures advance. The page itself looks: to ask it costs more. Another stream,
 * which may replace the shown one meanwhile, counts its pictures from its own beginning.
 */
export async function untilPlaying(page: Page, name: string): Promise<void> {
  const counted = await page.evaluateHandle(() => ({ from: Number.POSITIVE_INFINITY }));
  await page.waitForFunction(
    ({ name, counted }) => {
      const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
      const pane = panes.find((one) => one.getAttribute('aria-label')?.startsWith(`${name},`));
      const video = [...(pane?.querySelectorAll('video') ?? [])].at(-1);
      if (!video || pane?.dataset.state !== 'playing') return false;
      const frames = video.getVideoPlaybackQuality().totalVideoFrames;
      counted.from = Math.min(counted.from, frames);
      return frames > counted.from + 5;
    },
    { name, counted },
    { polling: 100, timeout: PATIENCE_MS },
  );
}

const TRIES = 3;

/** Switches to WebRTC, more than once if necessary: a page that has no picture after ten seconds gives it up. */
export async function useLowLatency(page: Page, name: string): Promise<void> {
  const shown = paneOf(page, name).getByText(/WebRTC, H\.264/);
  for (let tries = 1; ; tries += 1) {
    // Offered again where it was given up.
    await paneMenu(page, name, 'Use low latency');
    try {
      return await shown.waitFor({ timeout: 30_000 });
    } catch (err) {
      if (tries === TRIES) throw err;
    }
  }
}
