import { type FootageHistory, openFootageHistory } from '../footage-history.ts';
import { type Product, startProduct } from '../product.ts';
import { quantile, type Study, verdict } from '../study.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const WANTED_P95_MS = 50;
const WANTED_RATIO = 2;
// Until then the runtime has seen the code too seldom to have compiled it.
const WARM_UP = 200;

interface Measured {
  rows: number;
  p50Ms: number;
  p95Ms: number;
  bytes: number;
}

export const recorderTimeline: Study = {
  name: 'recorder-timeline',
  title: `GET /timeline over 16 cameras and ${DAYS} days, with ten times the segments`,
  run: async ({ resources, quick, signal }) => {
    const histories: FootageHistory[] = [];
    for (const rows of quick ? [100_000, 1_000_000] : [1_000_000, 10_000_000])
      histories.push(await openFootageHistory(resources, { rows, days: DAYS, signal }));
    const [small, large] = (await measureInTurns(resources, histories, quick ? 60 : 300)) as [Measured, Measured];
    const ratio = large.p95Ms / small.p95Ms;
    return [
      ...[small, large].map(
        ({ rows, p50Ms, p95Ms, bytes }) =>
          `  ${rows.toLocaleString('en')} rows: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, ${bytes} bytes`,
      ),
      `  p95 ${large.p95Ms.toFixed(1)} ms, wanted under ${WANTED_P95_MS}: ${verdict(large.p95Ms < WANTED_P95_MS)}`,
      `  ratio ${ratio.toFixed(2)} of p95 (${(large.p50Ms / small.p50Ms).toFixed(2)} of p50), wanted at most ${WANTED_RATIO}: ${verdict(ratio <= WANTED_RATIO)}`,
    ];
  },
};

/** One request after the other, as a person waits for them; the histories take turns, so that both meet the same machine. */
async function measureInTurns(
  resources: AsyncDisposableStack,
  histories: readonly FootageHistory[],
  times: number,
): Promise<Measured[]> {
  const asked: { rows: number; tookMs: number[]; bytes: number; product: Product; path: string }[] = [];
  for (const history of histories)
    asked.push({
      rows: history.rows,
      tookMs: [],
      bytes: 0,
      product: await startProduct(resources, history),
      path: monthOf(history),
    });
  for (let n = -WARM_UP; n < times; n += 1)
    for (const one of asked) {
      const began = performance.now();
      one.bytes = (await one.product.get(one.path)).length;
      if (n >= 0) one.tookMs.push(performance.now() - began);
    }
  return asked.map(({ rows, tookMs, bytes }) => ({
    rows,
    bytes,
    p50Ms: quantile(tookMs, 0.5),
    p95Ms: quantile(tookMs, 0.95),
  }));
}

const monthOf = ({ cameraIds, end }: FootageHistory): string =>
  `/timeline?${new URLSearchParams([
    ...cameraIds.map((id) => ['camera_ids', id]),
    ['start', new Date(end.getTime() - DAYS * DAY_MS).toISOString()],
    ['end', end.toISOString()],
  ])}`;
