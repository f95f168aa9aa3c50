import { connect, createPool } from '@holdfast/db';
import type { Browser, Page } from 'playwright-core';
import { addTestFootage } from '../../apps/api/src/test-footage.ts';
import { openBrowser, openPage } from '../../e2e/console-browser.ts';
import { signIn } from '../../e2e/sign-in.ts';
import { quantile, tailOf } from '../percentiles.ts';
import { CREDENTIALS, startProduct } from '../product.ts';
import { type Study, verdict } from '../study.ts';

const EVENTS = 10_000;
const LONGEST_TASK_MS = 50;
const WANTED_PICTURE_MS = 300;
const FOOTAGE_SECONDS = 300;

export const feed: Study = {
  name: 'feed',
  title: `the events screen in Chromium: ${EVENTS} events from top to bottom, and a review by keyboard`,
  run: async ({ resources, quick, signal }) => {
    const product = await startProduct(resources);
    const browser = await openBrowser();
    resources.defer(() => browser.close());
    const pool = createPool({ connectionString: product.databaseUrl, poolSize: 2 });
    resources.defer(() => pool.end());
    const body = { main_url: 'rtsp://192.0.2.1/', enabled: false };
    const { id: many } = await product.post('/config/cameras', { ...body, name: 'Many' });
    const { id: clock } = await product.post('/config/cameras', { ...body, name: 'Clock' });
    const startMs = Date.now() - 1_800_000;
    await addTestFootage(
      { db: connect(pool), dataDir: product.dataDir },
      { cameraId: String(clock), startMs, seconds: FOOTAGE_SECONDS, segmentSeconds: 4 },
    );
    const insert = (cameraId: unknown, count: number, everySeconds: number) =>
      pool.query(
        `insert into event (camera_id, source_id, provider_event_id, ts, end_ts, updated_at, lifecycle, label)
         select $1::uuid, 'external', $1::text || n, ts, ts + interval '2 s', ts, 'end', 'car'
           from generate_series(0, $2 - 1) n, lateral (select $3::timestamptz + n * $4 * interval '1 s' as ts) at`,
        [cameraId, count, new Date(cameraId === clock ? startMs + 5_000 : startMs - 90_000_000), everySeconds],
      );
    await insert(many, EVENTS, 8);
    const reviewed = quick ? 8 : 25;
    await insert(clock, reviewed, 10);
    signal.throwIfAborted();
    const open = async (path: string) => {
      const { page } = await openPage(browser, product.server.address);
      await page.goto(`${product.server.address}/ui/logo.svg`);
      await signIn(page.context(), product.server.address, CREDENTIALS);
      await page.goto(`${product.server.address}${path}`);
      return page;
    };
    const camerasIs = (id: unknown) => `cameras=${id}`;
    const longestMs = await scrollThrough(browser, await open(`/ui/events?${camerasIs(many)}`));
    const pictures = await review(await open(`/ui/events/review?${camerasIs(clock)}`), reviewed - 3);
    const slow = tailOf(pictures);
    return [
      `  ${EVENTS} events scrolled: longest task ${longestMs.toFixed(0)} ms of CPU time, allowed at most ${LONGEST_TASK_MS}: ${verdict(longestMs <= LONGEST_TASK_MS)}`,
      `  next clip after the key: p50 ${quantile(pictures, 0.5).toFixed(0)} ms, ${slow.label} ${slow.value.toFixed(0)} ms, required under ${WANTED_PICTURE_MS}: ${verdict(slow.value < WANTED_PICTURE_MS)}`,
    ];
  },
};

interface TraceEvent {
  name: string;
  tid: number;
  /** Thread time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** The longest task of the page's main thread while the whole list is scrolled and loaded, in its own CPU time. */
async function scrollThrough(browser: Browser, page: Page): Promise<number> {
  await page.locator('article[data-clip]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  const end = page.getByText('That’s everything.');
  while (!(await end.isVisible())) await page.mouse.wheel(0, 600);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ tid }) => tid));
  const tasks = traceEvents.filter(({ name, tid, tdur }) => /RunTask$/.test(name) && mainThreads.has(tid) && tdur);
  if (tasks.length === 0) throw new Error('the browser reported no tasks');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
}

/** From the key to the first picture of the next clip, at the pace of a user who looks at each for a moment. */
async function review(page: Page, times: number): Promise<number[]> {
  const tookMs: number[] = [];
  for (let n = 0; n < times; n += 1) {
    await page.waitForTimeout(1_500);
    tookMs.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const began = performance.now();
            const look = () => {
              const video = document.querySelector<HTMLVideoElement>('video[data-clip]');
              if (video && video !== before && video.readyState >= 2) resolve(performance.now() - began);
              else requestAnimationFrame(look);
            };
            const before = document.querySelector('video[data-clip]');
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));
            requestAnimationFrame(look);
          }),
      ),
    );
  }
  return tookMs;
}
