import { connect, createPool } from '@holdfast/db';
import type { Page } from 'playwright-core';
import { addTestFootage } from '../../apps/api/src/test-footage.ts';
import { openBrowser, openPage } from '../../e2e/console-browser.ts';
import { signIn } from '../../e2e/sign-in.ts';
import { quantile, tailOf } from '../percentiles.ts';
import { readTreesCpuMs } from '../process-tree.ts';
import { CREDENTIALS, type Product, startProduct } from '../product.ts';
import { type Study, verdict } from '../study.ts';

const CAMERAS = 16;
const DAYS = 30;
const WANTED_FPS = 50;
const WANTED_PREVIEW_MS = 50;
const WANTED_SEEK_MS = 700;
/** Work of the browser's main thread for a frame: half of what a screen of 60 frames a second allows. */
const WANTED_FRAME_WORK_MS = 8;
/** CPU time of API and PostgreSQL for a seek. */
const WANTED_SEEK_CPU_MS = 60;
const FOOTAGE_SECONDS = 600;

interface Frames {
  perSecond: number;
  p95Ms: number;
}

export const timelineCanvas: Study = {
  name: 'timeline-canvas',
  title: `the playback screen in Chromium: ${CAMERAS} cameras and ${DAYS} days on the canvas, previews, seeks`,
  run: async ({ resources, quick, signal }) => {
    const product = await startProduct(resources);
    const browser = await openBrowser();
    resources.defer(() => browser.close());
    const pool = createPool({ connectionString: product.databaseUrl, poolSize: 2 });
    resources.defer(() => pool.end());
    const month = await addMonth(product, pool);
    const clock = await addClock(product, pool);
    signal.throwIfAborted();

    const open = async (path: string) => {
      const { page } = await openPage(browser, product.server.address);
      await page.goto(`${product.server.address}/ui/logo.svg`);
      await signIn(page.context(), product.server.address, CREDENTIALS);
      // Those cameras have an index and no files; their players are not measured here.
      if (!path.includes(clock.id))
        await page.route('**/hls/**', (route) =>
          route.fulfill({ status: 404, json: { type: '/problems/no-footage', title: '', status: 404, instance: '' } }),
        );
      await page.goto(`${product.server.address}${path}`);
      await page.getByTestId('timeline').waitFor();
      await page.waitForFunction(() => document.querySelector('[data-waiting]') === null);
      return page;
    };

    const canvas = await open(`/ui/playback?cameras=${month.join(',')}&at=${Date.now() - 3_600_000}`);
    const seconds = quick ? 3 : 8;
    const moves = {
      pan: await measureWork(canvas, () => measureFrames(canvas, 'pan', seconds)),
      zoom: await measureWork(canvas, () => measureFrames(canvas, 'zoom', seconds)),
    };
    const player = await open(`/ui/playback?cameras=${clock.id}&at=${clock.startMs + 60_000}`);
    await player.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3);
    const previews = await measurePreviews(player, quick ? 30 : 100);
    const servers = [product.server.pid, product.databasePid];
    const cpuBeforeMs = readTreesCpuMs(servers);
    const seeks = await measureSeeks(player, clock.startMs, quick ? 20 : 100);
    const seekCpuMs = (readTreesCpuMs(servers) - cpuBeforeMs) / seeks.length;
    return [
      ...Object.entries(moves).map(
        ([name, { perSecond, p95Ms, workMs }]) =>
          `  ${name}: ${perSecond.toFixed(1)} frames a second (p95 ${p95Ms.toFixed(1)} ms between frames), required ${WANTED_FPS}: ${verdict(perSecond >= WANTED_FPS)}; ` +
          `${workMs.toFixed(1)} ms of the main thread for each, allowed at most ${WANTED_FRAME_WORK_MS}: ${verdict(workMs <= WANTED_FRAME_WORK_MS)}`,
      ),
      line('preview under the pointer, cached', previews, WANTED_PREVIEW_MS),
      `${line('seek to picture', seeks, WANTED_SEEK_MS)}; ${seekCpuMs.toFixed(0)} ms of CPU time of API and PostgreSQL for each, ` +
        `allowed at most ${WANTED_SEEK_CPU_MS}: ${verdict(seekCpuMs <= WANTED_SEEK_CPU_MS)}`,
    ];
  },
};

function line(title: string, values: readonly number[], wantedMs: number): string {
  const slow = tailOf(values);
  return `  ${title}: p50 ${quantile(values, 0.5).toFixed(0)} ms, ${slow.label} ${slow.value.toFixed(0)} ms, required under ${wantedMs}: ${verdict(slow.value < wantedMs)}`;
}

/** Recorded continuously except for a hole every six hours, with motion in every third ten minutes. */
async function addMonth({ post }: Product, pool: ReturnType<typeof createPool>): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= CAMERAS; number += 1) {
    const { id } = await post('/config/cameras', {
      name: `Camera ${number}`,
      main_url: `rtsp://192.0.2.${number}/`,
      enabled: false,
    });
    ids.push(String(id));
  }
  await pool.query(`update camera set created_at = now() - interval '40 days'`);
  await pool.query(`insert into recorder_run (started_at, beat_at) values (now() - interval '40 days', now())`);
  for (const id of ids)
    await pool.query(
      `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path,
                            size_bytes, parameter_hash, has_motion)
       select $1::uuid, 'main', ts, ts, 600000, ts + interval '10 min', storage.id, $1::text || '/' || n, 2000000, 'h', n % 3 = 0
         from storage, generate_series(1, ${DAYS * 144}) n,
              lateral (select date_trunc('minute', now()) - n * interval '10 min' as ts) at
        where storage.is_default and n % 36 > 0`,
      [id],
    );
  return ids;
}

async function addClock({ post, dataDir }: Product, pool: ReturnType<typeof createPool>) {
  const { id } = await post('/config/cameras', { name: 'Clock', main_url: 'rtsp://192.0.2.99/', enabled: false });
  const startMs = Math.floor(Date.now() / 60_000) * 60_000 - 1_800_000;
  const footage = { cameraId: String(id), startMs, seconds: FOOTAGE_SECONDS, segmentSeconds: 4 };
  await addTestFootage({ db: connect(pool), dataDir }, footage);
  return { id: String(id), startMs };
}

/** Frames with the work of the browser's main thread for each. */
async function measureWork(page: Page, measure: () => Promise<Frames>): Promise<Frames & { workMs: number }> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const busyMs = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const [beforeMs, began] = [await busyMs(), performance.now()];
  const frames = await measure();
  const shown = (frames.perSecond * (performance.now() - began)) / 1_000;
  const workMs = ((await busyMs()) - beforeMs) / shown;
  await devTools.detach();
  return { ...frames, workMs };
}

/** Turns the wheel in every frame. */
const measureFrames = (page: Page, kind: 'pan' | 'zoom', seconds: number): Promise<Frames> =>
  page.evaluate(
    ([how, forMs]) =>
      new Promise<Frames>((resolve) => {
        const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="timeline"]');
        if (!canvas) throw new Error('there is no timeline');
        const box = canvas.getBoundingClientRect();
        const wheel = (deltaX: number, deltaY: number) =>
          canvas.dispatchEvent(
            new WheelEvent('wheel', {
              deltaX,
              deltaY,
              clientX: box.left + box.width * 0.6,
              clientY: box.top + 60,
              bubbles: true,
              cancelable: true,
            }),
          );
        for (let i = 0; i < 40; i += 1) wheel(0, 400);
        const times: number[] = [];
        const began = performance.now();
        const step = (now: number) => {
          times.push(now);
          const phase = ((now - began) / 1000) % 4;
          if (how === 'pan') wheel(phase < 2 ? -25 : 25, 0);
          else wheel(0, phase < 2 ? -45 : 45);
          if (now - began < Number(forMs)) return requestAnimationFrame(step);
          const apart = times.slice(1).map((at, i) => at - (times[i] ?? at));
          apart.sort((a, b) => a - b);
          resolve({
            perSecond: (apart.length * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0)),
            p95Ms: apart[Math.floor(apart.length * 0.95)] ?? 0,
          });
        };
        requestAnimationFrame(step);
      }),
    [kind, seconds * 1000] as const,
  );

/** Drags the playhead back and forth over the same positions; from the second time on their pictures are cached. */
const measurePreviews = (page: Page, times: number): Promise<number[]> =>
  page.evaluate(async (count) => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="timeline"]');
    const cover = document.querySelector<HTMLCanvasElement>('[data-testid="cover"]');
    if (!canvas || !cover) throw new Error('there is no timeline');
    const box = canvas.getBoundingClientRect();
    const [from, to] = [Number(canvas.dataset.from), Number(canvas.dataset.to)];
    const head = box.left + ((Number(canvas.dataset.at) - from) / (to - from)) * box.width;
    const send = (type: string, clientX: number) =>
      canvas.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          button: 0,
          clientX,
          clientY: box.top + 16,
          bubbles: true,
          pointerType: 'mouse',
        }),
      );
    canvas.setPointerCapture = () => undefined;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const show = async (clientX: number) => {
      const began = performance.now();
      send('pointermove', clientX);
      while (cover.dataset.shows !== 'picture' || cover.dataset.exact !== 'true') await frame();
      return performance.now() - began;
    };
    const places = Array.from({ length: 8 }, (_, i) => head + 5 + i * 12);
    send('pointerdown', head);
    for (const place of places) await show(place);
    const tookMs: number[] = [];
    for (let i = 0; i < count; i += 1) tookMs.push(await show(places[(i * 5) % places.length] ?? head));
    send('pointerup', head);
    return tookMs;
  }, times);

/** From the click to the first new picture of the video, near and far within ten minutes of footage. */
async function measureSeeks(page: Page, startMs: number, times: number): Promise<number[]> {
  const tookMs: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const goalMs = startMs + (((i * 137.3) % (FOOTAGE_SECONDS - 4)) + 1) * 1000;
    tookMs.push(
      await page.evaluate(
        (goal) =>
          new Promise<number>((resolve) => {
            const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="timeline"]');
            const video = document.querySelector('video');
            if (!canvas || !video) throw new Error('there is no player');
            canvas.setPointerCapture = () => undefined;
            const box = canvas.getBoundingClientRect();
            const [from, to] = [Number(canvas.dataset.from), Number(canvas.dataset.to)];
            const clientX = box.left + ((goal - from) / (to - from)) * box.width;
            const began = performance.now();
            video.requestVideoFrameCallback(() => resolve(performance.now() - began));
            for (const type of ['pointerdown', 'pointerup'])
              canvas.dispatchEvent(
                new PointerEvent(type, {
                  pointerId: 1,
                  button: 0,
                  clientX,
                  clientY: box.bottom - 12,
                  bubbles: true,
                  pointerType: 'mouse',
                }),
              );
          }),
        goalMs,
      ),
    );
    await page.waitForFunction(() => !document.querySelector('video')?.seeking);
  }
  return tookMs;
}
