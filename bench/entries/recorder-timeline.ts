import { type FootageHistory, openFootageHistory } from '../footage-history.ts';
import { quantile, type Tail, tailOf } from '../percentiles.ts';
import { readTreesCpuMs } from '../process-tree.ts';
import { type Product, startProduct } from '../product.ts';
import { type Study, verdict } from '../study.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const WANTED_P95_MS = 50;
const WANTED_RATIO = 2;
// Earlier requests run code that is not compiled yet.
const WARM_UP = 200;

interface Measured {
  rows: number;
  p50Ms: number;
  slow: Tail;
  cpuMs: number;
  bytes: number;
}

export const recorderTimeline: Study = {
  name: 'recorder-timeline',
  title: `GET /timeline over 16 cameras and ${DAYS} days, with ten times the segments`,
  run: async ({ resources, quick, signal }) => {
    const histories: FootageHistory[] = [];
    for (const rows of quick ? [100_000, 1_000_000] : [1_000_000, 10_000_000])
      histories.push(await openFootageHistory(resources, { rows, days: DAYS, signal }));
    const [small, large] = (await measureInTurns(resources, histories, quick ? 100 : 300)) as [Measured, Measured];
    const ratio = large.slow.value / small.slow.value;
    const cost = large.cpuMs / small.cpuMs;
    return [
      ...[small, large].map(
        ({ rows, p50Ms, slow, cpuMs, bytes }) =>
          `  ${rows.toLocaleString('en')} rows: p50 ${p50Ms.toFixed(1)} ms, ${slow.label} ${slow.value.toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms each with PostgreSQL, ${bytes} bytes`,
      ),
      `  ${large.slow.label} ${large.slow.value.toFixed(1)} ms, required under ${WANTED_P95_MS}: ${verdict(large.slow.value < WANTED_P95_MS)}`,
      `  against a tenth of the segments: ${ratio.toFixed(2)} times as slow at the slow end (${(large.p50Ms / small.p50Ms).toFixed(2)} at the median), allowed at most ${WANTED_RATIO}: ${verdict(ratio <= WANTED_RATIO)}`,
      `  and ${cost.toFixed(2)} times the CPU time, allowed at most ${WANTED_RATIO}: ${verdict(cost <= WANTED_RATIO)}`,
    ];
  },
};

/** One request after another, as for a single user; both databases alternate, so that both see the same conditions. */
async function measureInTurns(
  resources: AsyncDisposableStack,
  histories: readonly FootageHistory[],
  times: number,
): Promise<Measured[]> {
  const asked: { rows: number; tookMs: number[]; cpuMs: number; bytes: number; product: Product; path: string }[] = [];
  for (const history of histories)
    asked.push({
      rows: history.rows,
      tookMs: [],
      cpuMs: 0,
      bytes: 0,
      product: await startProduct(resources, history),
      path: monthOf(history),
    });
  for (let n = -WARM_UP; n < times; n += 1)
    for (const one of asked) {
      const pids = [one.product.server.pid, one.product.databasePid];
      const cpuBeforeMs = readTreesCpuMs(pids);
      const began = performance.now();
      one.bytes = (await one.product.get(one.path)).length;
      const tookMs = performance.now() - began;
      if (n < 0) continue;
      one.tookMs.push(tookMs);
      one.cpuMs += readTreesCpuMs(pids) - cpuBeforeMs;
    }
  return asked.map(({ rows, tookMs, cpuMs, bytes }) => ({
    rows,
    bytes,
    p50Ms: quantile(tookMs, 0.5),
    slow: tailOf(tookMs),
    cpuMs: cpuMs / tookMs.length,
  }));
}

const monthOf = ({ cameraIds, end }: FootageHistory): string =>
  `/timeline?${new URLSearchParams([
    ...cameraIds.map((id) => ['camera_ids', id]),
    ['start', new Date(end.getTime() - DAYS * DAY_MS).toISOString()],
    ['end', end.toISOString()],
  ])}`;
