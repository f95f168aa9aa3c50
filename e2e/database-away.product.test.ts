import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningProduct, startProduct } from './running-product.ts';

let dataDir: string;
let product: RunningProduct;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-database-away-'));
  product = await startProduct(dataDir);
});
afterAll(async () => {
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);

it('answers 503 with Retry-After while the database is down, and recovers by itself', async () => {
  const { token } = await product.client().auth.bootstrap({ body: { username: 'ann', password: 'correct horse' } });
  const ask = (path: string) => fetch(`${product.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask('/cameras')).status).toBe(200);

  const pid = await postmasterPid();
  const statuses = new Set<number>();
  // Otherwise the launcher might have restarted the database before a busy test asks.
  product.process.kill('SIGSTOP');
  try {
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(
        async () => {
          const reply = await ask('/cameras');
          statuses.add(reply.status);
          if (reply.status === 503) {
            expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
            expect(reply.headers.get('content-type')).toBe('application/problem+json');
            expect(await reply.json()).toMatchObject({ type: '/problems/database-unavailable', status: 503 });
          }
          return reply.status;
        },
        { timeout: PATIENCE_MS, interval: 20 },
      )
      .toBe(503);
  } finally {
    product.process.kill('SIGCONT');
  }
  await expect.poll(async () => (await ask('/cameras')).status, { interval: 100 }).toBe(200);
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  // The API itself kept running: the cached token is still valid.
  expect((await ask('/me')).status).toBe(200);
  expect(product.output()).not.toContain('child ended');
});
