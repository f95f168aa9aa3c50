import { join } from 'node:path';
import { openEventHistory } from '../event-history.ts';
import { quantile, tailOf } from '../percentiles.ts';
import { readTreesCpuMs } from '../process-tree.ts';
import { startProduct } from '../product.ts';
import { readIntoMemory } from '../read-into-memory.ts';
import { type Study, verdict } from '../study.ts';
import { openTimedClient } from '../timed-client.ts';

const WANTED_P95_MS = 20;
const DAY_MS = 86_400_000;
const PAGE = 50;
const PAGES = 100;
// Earlier requests run code that is not compiled yet.
const WARM_UP = 200;

export const events: Study = {
  name: 'events',
  title: 'a day of events of 16 cameras through the API, over 5 million events (500,000 with --quick)',
  run: async ({ resources, quick, signal }) => {
    const history = await openEventHistory(resources, { events: quick ? 500_000 : 5_000_000, signal });
    const product = await startProduct(resources, history);
    const { ask } = openTimedClient(product.server.address, product.token, resources);
    const cpuMs = () => readTreesCpuMs([product.server.pid, history.postgresPid]);
    await readIntoMemory(join(history.dataDir, 'postgres'));
    const nowMs = Date.now();
    const dayOf = (n: number) => {
      const startMs = nowMs - (2 + (n % 50)) * DAY_MS;
      return `start=${new Date(startMs).toISOString()}&end=${new Date(startMs + DAY_MS).toISOString()}`;
    };
    const page = async (query: string, cursor?: string) => {
      const path = `/events?${query}&limit=${PAGE}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const { text, tookMs } = await ask(path);
      const { items, next_cursor: next } = JSON.parse(text) as { items: unknown[]; next_cursor: string | null };
      return { count: items.length, next: next ?? undefined, tookMs };
    };
    /** The cursor after this many pages. */
    const cursorOf = async (query: string, pages: number) => {
      let cursor: string | undefined;
      for (let n = 1; n < pages; n += 1) cursor = (await page(query, cursor)).next;
      return cursor;
    };
    const deep: { query: string; cursor: string | undefined }[] = [];
    for (let n = 0; n < (quick ? 3 : 10); n += 1)
      deep.push({ query: dayOf(n * 5), cursor: await cursorOf(dayOf(n * 5), PAGES) });
    for (let n = 0; n < WARM_UP; n += 1) await page(dayOf(n));
    const times = quick ? 200 : 600;
    const measure = async (title: string, once: (n: number) => ReturnType<typeof page>) => {
      const took: number[] = [];
      const before = cpuMs();
      for (let n = 0; n < times; n += 1) {
        signal.throwIfAborted();
        const { tookMs, count } = await once(n);
        if (count === 0) throw new Error(`${title}: no events`);
        took.push(tookMs);
      }
      const tail = tailOf(took);
      const cpu = `median ${quantile(took, 0.5).toFixed(2)} ms, CPU time of API and database ${((cpuMs() - before) / times).toFixed(2)} ms`;
      return `  ${title.padEnd(30)} ${cpu}, ${tail.label} ${tail.value.toFixed(2)} ms, required under ${WANTED_P95_MS}: ${verdict(tail.value < WANTED_P95_MS)}`;
    };
    return [
      await measure('first page', (n) => page(dayOf(n))),
      await measure('hundredth page', (n) => {
        const { query, cursor } = deep[n % deep.length] as (typeof deep)[number];
        return page(query, cursor);
      }),
      await measure('first page, one label of four', (n) => page(`${dayOf(n)}&labels=dog`)),
    ];
  },
};
