import { join } from 'node:path';
import { PLATE_MATCH_MODES, type PlateMatchMode } from '@holdfast/domain';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { openBrowser, openPage } from '../../e2e/console-browser.ts';
import { signIn } from '../../e2e/sign-in.ts';
import { quantile, tailOf } from '../percentiles.ts';
import { openPlateHistory } from '../plate-history.ts';
import { readIntoMemory } from '../read-into-memory.ts';
import { startServer } from '../server-process.ts';
import { type Study, verdict } from '../study.ts';

const READS = 1_000_000;
const WANTED_MS = 150;
const CREDENTIALS = { username: 'admin', password: 'correct horse' };
const KEPT_DAYS = 3_650;
/** Earlier keys run code that is not compiled yet. */
const WARM_UP_PLATES = 3;

export const plateTyping: Study = {
  name: 'plates-typing',
  title: `searching as you type in Chromium, over ${READS.toLocaleString('en')} reads: from each key to its results on the page`,
  run: async ({ resources, quick, signal }) => {
    const history = await openPlateHistory(resources, { reads: READS, signal });
    const server = resources.use(
      await startServer('apps/api/src/main.ts', {
        DATABASE_URL: history.databaseUrl,
        DATA_DIR: history.dataDir,
        PORT: '0',
      }),
    );
    await enablePlates(server.address);
    await readIntoMemory(join(history.dataDir, 'postgres'));
    const browser = await openBrowser();
    resources.defer(() => browser.close());
    const { page } = await openPage(browser, server.address);
    await page.goto(`${server.address}/ui/logo.svg`);
    await signIn(page.context(), server.address, CREDENTIALS);
    const samples = await samplePlates(history.client, WARM_UP_PLATES + (quick ? 4 : 20));
    const lines: string[] = [];
    for (const mode of PLATE_MATCH_MODES) {
      signal.throwIfAborted();
      const { tookMs, askedMs, pageMs } = await measureTyping(page, server.address, { mode, samples });
      const [slow, slowReply] = [tailOf(tookMs), tailOf(askedMs)];
      lines.push(
        `  ${mode}: p50 ${quantile(tookMs, 0.5).toFixed(0)} ms, ${slow.label} ${slow.value.toFixed(0)} ms, required under ${WANTED_MS}: ${verdict(slow.value < WANTED_MS)}`,
        `    of it the request: p50 ${quantile(askedMs, 0.5).toFixed(0)} ms, ${slowReply.label} ${slowReply.value.toFixed(0)} ms; work of the page: ${pageMs.toFixed(0)} ms of processor time a key`,
      );
    }
    return lines;
  },
};

async function enablePlates(address: string): Promise<void> {
  const send = async (method: 'POST' | 'PUT', path: string, body: object, token = '') => {
    const reply = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as { token?: string };
  };
  // The database is kept, so an administrator of an earlier run may exist.
  await send('POST', '/auth/bootstrap', CREDENTIALS);
  const { token } = await send('POST', '/auth/login', CREDENTIALS);
  await send('PUT', '/config/lpr', { enabled: true, retention: KEPT_DAYS }, token);
}

async function samplePlates(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ plate: string }>(
    `select plate from plate_read tablesample system (1) order by random() limit ${count}`,
  );
  return rows.map(({ plate }) => plate);
}

interface Typing {
  tookMs: number[];
  /** From the request of a search to its reply, as the page sees it. */
  askedMs: number[];
  /** CPU time of the page's main thread for each key, which other programs disturb far less than wall-clock time. */
  pageMs: number;
}

/** Types every plate key by key; presses the next key when the results of the previous one are shown. */
async function measureTyping(
  page: Page,
  address: string,
  { mode, samples }: { mode: PlateMatchMode; samples: readonly string[] },
): Promise<Typing> {
  const tookMs: number[] = [];
  await page.goto(`${address}/ui/plates?match=${mode}`);
  await page.evaluate(() => {
    document.addEventListener('keydown', () => Object.assign(globalThis, { pressedMs: performance.now() }), true);
    performance.setResourceTimingBufferSize(10_000);
  });
  const query = page.getByLabel('Plate', { exact: true });
  const work = await measurePageWork(page);
  for (const [index, plate] of samples.entries()) {
    await query.fill('');
    await untilShown(page, '');
    await query.focus();
    if (index === WARM_UP_PLATES) await work.start();
    for (let length = 1; length <= plate.length; length += 1) {
      await page.keyboard.press(plate.charAt(length - 1));
      const took = await untilShown(page, plate.slice(0, length));
      if (index >= WARM_UP_PLATES) tookMs.push(took);
    }
  }
  const pageMs = (await work.doneMs()) / tookMs.length;
  const askedMs = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name, duration }) => (/\/plates\?.*\bq=/.test(name) ? [duration] : [])),
  );
  return { tookMs, askedMs, pageMs };
}

async function measurePageWork(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  let beganMs = 0;
  return {
    start: async () => {
      beganMs = await workedMs();
    },
    doneMs: async () => (await workedMs()) - beganMs,
  };
}

/** Milliseconds since the last key. */
async function untilShown(page: Page, text: string): Promise<number> {
  const took = await page.waitForFunction(
    (wanted) => {
      const shown = document.querySelector(`[data-shown="${wanted}"]`);
      return shown === null
        ? false
        : Math.max(0.1, performance.now() - ((globalThis as { pressedMs?: number }).pressedMs ?? 0));
    },
    text,
    { polling: 'raf' },
  );
  return (await took.jsonValue()) as number;
}
