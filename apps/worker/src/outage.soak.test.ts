import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startWorkerRig, type WorkerRig } from './testing/worker-rig.ts';

const OUTAGE_MS = 5 * 60_000;

let rig: WorkerRig;
beforeAll(async () => {
  rig = await startWorkerRig();
});
afterEach(() => rig.reset());
afterAll(() => rig?.close());

it('loses no read in five minutes without the API while the camera stalls, goes, comes back and the token changes', async () => {
  const { api, camera, video } = rig;
  const tokenFile = join(rig.folder, 'token');
  await writeFile(tokenFile, 'first');
  const worker = rig.startWorker({ LPR_INGEST_TOKEN: '', LPR_INGEST_TOKEN_FILE: tokenFile });
  const oneMoreQueued = async () => {
    const before = (await rig.queued()).length;
    await until(async () => (await rig.queued()).length > before, worker.output);
  };
  await until(() => api.reads.length >= 1, worker.output);
  await api.pause();
  const [downMs, sent] = [performance.now(), api.reads.length];
  await oneMoreQueued();

  camera.stall();
  await until(() => worker.output().includes('the camera cannot be read, trying again'), worker.output);
  await camera.unplug();
  await camera.play(video);
  await oneMoreQueued();
  await camera.unplug();
  await camera.play(video);
  await oneMoreQueued();

  api.state.token = 'second';
  while (performance.now() - downMs < OUTAGE_MS) await oneMoreQueued();
  expect(api.reads).toHaveLength(sent);
  const kept = await rig.queuedIds();
  await api.resume();
  await until(() => worker.output().includes('the API does not accept the ingest token'), worker.output);
  expect(api.reads).toHaveLength(sent);
  await writeFile(tokenFile, 'second');
  await until(() => api.reads.length >= sent + kept.length, worker.output);
  await until(async () => (await rig.queued()).length === 0, worker.output);
  expect(await worker.stop()).toBe(0);

  const ids = api.reads.map((read) => String(read.provider_event_id));
  expect(ids.slice(sent, sent + kept.length)).toEqual(kept);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(api.reads.map(({ plate }) => plate))).toEqual(new Set([rig.plate]));
  const times = api.reads.map(({ ts }) => Date.parse(String(ts)));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  const lines = worker.output().split('\n').length;
  console.log(`five minutes without the API: ${kept.length} reads kept and delivered, ${lines} lines logged`);
  // It waits between attempts and logs a reason once.
  expect(worker.countLogged('reads are queued until the API accepts them')).toBeLessThan(10);
  expect(worker.countLogged('the camera cannot be read, trying again')).toBeLessThan(20);
});

it('sends nothing that was read before plates were switched off while the API was away', async () => {
  const { api } = rig;
  const worker = rig.startWorker();
  await until(() => api.reads.length >= 1, worker.output);
  await api.pause();
  const sent = api.reads.length;
  await until(async () => (await rig.queued()).length >= 2, worker.output);
  const kept = await rig.queuedIds();
  api.state.plates = false;
  await api.resume();
  await until(async () => (await rig.queued()).length === 0, worker.output);
  expect(api.reads).toHaveLength(sent);
  api.state.plates = true;
  await until(() => api.reads.length > sent, worker.output);
  expect(await worker.stop()).toBe(0);
  for (const read of api.reads) expect(kept).not.toContain(read.provider_event_id);
});
