import { coverage } from '@holdfast/domain';
import { gstLaunch, startGstCamera } from '@holdfast/testkit';
import { expect, it } from 'vitest';
import { filesOf, rowsOf } from './testing/footage.ts';
import { openHouse, until } from './testing/recorder-house.ts';

const AWAY_MS = 180_000;

it('line 7: three minutes without a database are on the disk without a hole, and indexed exactly once later', async () => {
  await using resources = new AsyncDisposableStack();
  const camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264()} ${gstLaunch.aac()} )` } });
  resources.defer(() => camera.stop());
  const house = await openHouse({ durable: true });
  resources.defer(() => house.close());
  const ids = await Promise.all(
    ['Gate', 'Yard'].map((name) => house.addCamera({ name, url: camera.url('/h264'), audio: true })),
  );
  const recorder = await house.startRecorder({ timing: { segmentSeconds: 4 } });
  const filesNow = async () => (await Promise.all(ids.map((id) => filesOf(house, id)))).flat();
  const rowsNow = async () => (await Promise.all(ids.map((id) => rowsOf(house, id)))).flat();
  await until(async () => new Set((await rowsNow()).map(({ cameraId }) => cameraId)).size === ids.length);

  const leftMs = Date.now();
  await house.withoutDatabase(() => new Promise((resolve) => setTimeout(resolve, AWAY_MS)));
  const backMs = Date.now();
  const landed = await filesNow();
  await until(async () => {
    const indexed = new Set((await rowsNow()).map(({ path }) => path));
    return landed.every((path) => indexed.has(path));
  });
  expect(await recorder.stop()).toBe(0);

  for (const id of ids) {
    const rows = await rowsOf(house, id);
    const paths = rows.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(await filesOf(house, id));
    const spans = rows.map(({ preciseStartTs, durationMs }) => ({ startMs: preciseStartTs.getTime(), durationMs }));
    expect(coverage(spans, { window: { startMs: leftMs, endMs: backMs } }).gaps).toEqual([]);
  }
});
