import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@holdfast/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, type RunningProduct, startProduct } from './running-product.ts';

const NAMES = ['Front door', 'Street', 'Street at night'];

let dataDir: string;
let demo: RunningProduct;
let env: Record<string, string>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-demo-'));
  await chmod(dataDir, 0o711);
  env = { DEMO_RTSP_PORT: String(await freePort()) };
  demo = await startProduct(dataDir, env, 'demo');
});
afterAll(async () => {
  await demo?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const signedIn = async (): Promise<Client> => {
  await expect.poll(() => demo.output()).toContain('Demo: sign in at');
  const password = (await readFile(join(dataDir, 'demo', 'password'), 'utf8')).trim();
  const { token } = await demo.client().auth.login({ body: { username: 'admin', password } });
  return demo.client(token);
};

it('gives a newcomer without a camera a house that records', async () => {
  const client = await signedIn();
  expect((await client.cameras.list()).items.map(({ name }) => name)).toEqual(NAMES);
  const states = async () => (await client.status.get()).cameras.flatMap(({ streams }) => streams);
  await expect
    .poll(async () => (await states()).map(({ state }) => state))
    .toEqual(['recording', 'recording', 'recording']);
  const codecs = (await states()).map(({ codecs }) => codecs?.slice(0, 4));
  expect(codecs.sort()).toEqual(['avc1', 'avc1', 'hvc1']);

  const startMs = Date.now();
  const camera_ids = (await client.cameras.list()).items.map(({ id }) => id);
  const runs = async () => {
    const [start, end] = [new Date(startMs - 60_000), new Date()].map((at) => at.toISOString()) as [string, string];
    return (await client.timeline.get({ query: { camera_ids, start, end } })).cameras.map(
      ({ runs }) => runs.length > 0,
    );
  };
  await expect.poll(runs).toEqual([true, true, true]);
});

it('does not bring back a camera that was removed', async () => {
  const client = await signedIn();
  const door = (await client.cameras.list()).items.find(({ name }) => name === 'Front door');
  await client.cameras.remove({ params: { id: door?.id ?? '' }, query: { footage: 'keep' } });
  expect(await demo.stop()).toBe(0);
  demo = await startProduct(dataDir, env, 'demo');
  const again = await signedIn();
  expect((await again.cameras.list()).items.map(({ name }) => name)).toEqual(['Street', 'Street at night']);
  expect((await again.status.storageStats()).cameras.map(({ name, removed }) => [name, removed])).toContainEqual([
    'Front door',
    true,
  ]);
});
