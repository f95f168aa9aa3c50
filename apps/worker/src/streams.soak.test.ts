import { until } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startWorkerRig, type WorkerRig } from './testing/worker-rig.ts';

let rig: WorkerRig;
beforeAll(async () => {
  rig = await startWorkerRig();
});
afterEach(() => rig.reset());
afterAll(() => rig?.close());

// The plate is legible in each of them: at 320x240 the camera looks at the near part of the street.
it.each([
  ['4K', 'fps=5,scale=3840:2160'],
  ['320x240', 'crop=320:240:520:290'],
  ['portrait', 'crop=420:540:480:0'],
  ['grey', 'format=gray,format=yuv420p'],
  ['one picture a second', 'fps=1'],
])('reads the plate from a stream in %s', async (title, filter) => {
  await rig.camera.play(rig.video, { filter });
  const worker = rig.startWorker();
  const { api, plate } = rig;
  await until(() => api.reads.some((read) => read.plate === plate), worker.output);
  expect(await worker.stop()).toBe(0);
  console.log(`${title}: ${api.reads.map((read) => `${read.plate} ${Number(read.confidence).toFixed(2)}`).join(', ')}`);
});
