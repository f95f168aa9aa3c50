import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PATIENCE_MS, readClock } from '@holdfast/testkit';
import type { Browser, Page } from 'playwright-core';

const PAGE = `<!doctype html><video muted></video><canvas width="160" height="96"></canvas><script src="/hls.js"></script>`;

/**
 * A page that plays a playlist with hls.js, can restart with `load()`, and reads the clock in the picture with
 * `pictureClock()`, or in the picture at a position with `clockAt()`.
 */
export async function openPlayerPage(browser: Browser, origin: string, playlistPath: string): Promise<Page> {
  const page = await browser.newPage();
  await page.route('**/player.html', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  const script = await readFile(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'), 'utf8');
  await page.route('**/hls.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto(`${origin}/player.html`);
  await page.evaluate(`
    window.readClock = ${readClock.toString()};
    window.video = document.querySelector('video');
    // hls.js skips holes at once; its watchdog would also skip pictures that are late on a busy machine.
    window.load = (config = { highBufferWatchdogPeriod: 120 }) => {
      window.hls?.destroy();
      window.hls = new Hls({ maxBufferLength: 30, ...config });
      window.failures = [];
      hls.on(Hls.Events.ERROR, (_, { fatal, details }) => failures.push((fatal ? 'fatal ' : '') + details));
      // The true position of each segment once the browser has it.
      window.parts = new Map();
      hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag: { sn, startPTS, endPTS } }) => {
        if (typeof sn === 'number') parts.set(sn, { sn, start: startPTS, end: endPTS });
      });
      hls.loadSource(${JSON.stringify(origin + playlistPath)});
      hls.attachMedia(video);
    };
    load();
    window.pictureClock = () => {
      const context = document.querySelector('canvas').getContext('2d', { willReadFrequently: true });
      context.drawImage(video, 0, 0, 160, 96);
      return readClock(context.getImageData(0, 0, 160, 96).data);
    };
    window.playerState = () => JSON.stringify({
      currentTime: video.currentTime,
      seeking: video.seeking,
      readyState: video.readyState,
      buffered: Array.from({ length: video.buffered.length }, (_, i) => [video.buffered.start(i), video.buffered.end(i)]),
      failures,
    });
    window.clockAt = (position) => new Promise((resolve) => {
      // A busy browser first shows a picture on the way to the position.
      let [isThere, isShown] = [false, false];
      const settle = () => isThere && isShown && requestAnimationFrame(() => resolve(pictureClock()));
      const shown = (now, { mediaTime }) => {
        // Neither neighbour: the next picture may be one of those on the way.
        isShown = mediaTime <= position + 0.01 && mediaTime >= position - 0.11;
        if (isShown) settle();
        else video.requestVideoFrameCallback(shown);
      };
      video.requestVideoFrameCallback(shown);
      video.onseeked = () => {
        isThere = true;
        settle();
      };
      video.currentTime = position;
      // A wrong picture that stays is named by the test.
      setTimeout(() => resolve(pictureClock()), ${PATIENCE_MS});
    });
  `);
  await playerLoaded(page);
  return page;
}

export const playerLoaded = (page: Page) =>
  page.waitForFunction('video.readyState >= 2 && video.duration > 0', undefined, { timeout: PATIENCE_MS });

/** Seeks, and waits until the player has arrived; the error tells the state in which it remained. */
export const seekTo = (page: Page, position: number): Promise<void> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const stuck = () => reject(new Error('the seek to ${position} did not end: ' + playerState()));
    const late = setTimeout(stuck, ${PATIENCE_MS});
    video.onseeked = () => {
      clearTimeout(late);
      resolve();
    };
    video.currentTime = ${position};
  })`);

/** The time shown in the picture at a position, and the time that the player reports. */
export async function momentsAt(
  page: Page,
  position: number,
): Promise<{ shown: number | undefined; reported: number }> {
  return page.evaluate(`clockAt(${position}).then((shown) => {
    const { programDateTime, start } = hls.levels[0].details.fragments
      .findLast((fragment) => fragment.start <= ${position});
    return { shown, reported: programDateTime + (${position} - start) * 1000 };
  })`);
}
