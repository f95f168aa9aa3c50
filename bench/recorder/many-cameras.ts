import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoopedCameras } from '../looped-cameras.ts';
import { type Study, verdict } from '../study.ts';
import { throwAwayFolder } from '../throw-away-database.ts';
import { PARTS, totalOf } from './product-use.ts';
import { startWholeProduct, type WholeProduct } from './whole-product.ts';

const CAMERAS = 64;
const WANTED_DELAY_MS = 50;
/** The newest footage may be missing: it is not indexed yet. */
const NEWEST_MS = 10_000;
const MIB = 2 ** 20;

export const manyCameras: Study = {
  name: 'many-cameras',
  title: `${CAMERAS} cameras (720p, 1 Mbit/s) recorded by one recorder: no gap, and how long its event loop is held up`,
  run: async ({ resources, quick }) => {
    const lastsSeconds = quick ? 60 : 300;
    const folder = await throwAwayFolder(resources);
    const delays = join(folder, 'event-loop.json');
    const kind = { size: '1280x720', mbit: 1 };
    const urls = await startLoopedCameras(resources, {
      folder,
      lastsSeconds: lastsSeconds + 300,
      count: CAMERAS,
      ...kind,
    });
    const product = await startWholeProduct(resources, {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'watch-event-loop.ts')}`,
      EVENT_LOOP_FILE: delays,
    });
    const ids = await product.addCameras(urls);
    rmSync(delays, { force: true });
    const [start, before, began] = [new Date(), product.use(), performance.now()];
    await pause(lastsSeconds * 1_000);
    const [after, tookMs] = [product.use(), performance.now() - began];
    const end = new Date(Date.now() - NEWEST_MS);
    const gaps = await gapsOf(product, ids, { start, end });
    const delay = JSON.parse(readFileSync(delays, 'utf8')) as { p50Ms: number; p99Ms: number; maxMs: number };
    const cost = PARTS.map((part) => {
      const percent = ((after[part].cpuMs - before[part].cpuMs) / tookMs) * 100;
      return `${part} ${percent.toFixed(1)} % of a core and ${(after[part].pssBytes / MIB).toFixed(0)} MiB`;
    });
    const total = ((totalOf(after).cpuMs - totalOf(before).cpuMs) / tookMs) * 100;
    return [
      `  ${cost.join(', ')}; in all ${total.toFixed(1)} % and ${(totalOf(after).pssBytes / MIB).toFixed(0)} MiB`,
      `  event loop of the recorder held up: p50 ${delay.p50Ms.toFixed(1)} ms, p99 ${delay.p99Ms.toFixed(1)} ms, at most ${delay.maxMs.toFixed(1)} ms; p99 allowed under ${WANTED_DELAY_MS}: ${verdict(delay.p99Ms < WANTED_DELAY_MS)}`,
      `  gaps in ${lastsSeconds} s of ${CAMERAS} cameras: ${gaps.length}${gaps.length > 0 ? ` (${gaps.slice(0, 5).join('; ')})` : ''}: ${verdict(gaps.length === 0)}`,
    ];
  },
};

async function gapsOf(
  product: WholeProduct,
  ids: readonly string[],
  { start, end }: { start: Date; end: Date },
): Promise<string[]> {
  const query = new URLSearchParams({ start: start.toISOString(), end: end.toISOString(), resolution_ms: '0' });
  for (const id of ids) query.append('camera_ids', id);
  const { cameras } = await product.get<{
    cameras: { runs: object[]; gaps: { start: string; end: string; reason: string }[] }[];
  }>(`/timeline?${query}`);
  return cameras.flatMap(({ runs, gaps }) =>
    runs.length === 0
      ? ['nothing recorded']
      : gaps.map((gap) => `${gap.reason} ${Date.parse(gap.end) - Date.parse(gap.start)} ms`),
  );
}
