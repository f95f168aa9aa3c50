import { coverage } from '@holdfast/domain';
import { gstLaunch, startGstCamera } from '@holdfast/testkit';
import { expect, it } from 'vitest';
import { filesOf, rowsOf } from './testing/footage.ts';
import { openInstallation, until } from './testing/installation.ts';

const AWAY_MS = 180_000;

it('line 7: three minutes without a database are on the disk without a gap, and later indexed exactly once', async () => {
  await using resources = new AsyncDisposableStack();
  const camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264()} ${gstLaunch.aac()} )` } });
  resources.defer(() => camera.stop());
  const installation = await openInstallation({ hasOwnServer: true });
  resources.defer(() => installation.close());
  const ids = await Promise.all(
    ['Gate', 'Yard'].map((name) => installation.addCamera({ name, url: camera.url('/h264'), audio: true })),
  );
  const recorder = await installation.startRecorder({ timing: { segmentSeconds: 4 } });
  const filesNow = async () => (await Promise.all(ids.map((id) => filesOf(installation, id)))).flat();
  const rowsNow = async () => (await Promise.all(ids.map((id) => rowsOf(installation, id)))).flat();
  await until(async () => new Set((await rowsNow()).map(({ cameraId }) => cameraId)).size === ids.length);

  const leftMs = Date.now();
  await installation.withoutDatabase(() => new Promise((resolve) => setTimeout(resolve, AWAY_MS)));
  const backMs = Date.now();
  const landed = await filesNow();
  await until(async () => {
    const indexed = new Set((await rowsNow()).map(({ path }) => path));
    return landed.every((path) => indexed.has(path));
  });
  expect(await recorder.stop()).toBe(0);

  for (const id of ids) {
    const rows = await rowsOf(installation, id);
    const paths = rows.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(await filesOf(installation, id));
    const spans = rows.map(({ preciseStartTs, durationMs }) => ({ startMs: preciseStartTs.getTime(), durationMs }));
    expect(coverage(spans, { window: { startMs: leftMs, endMs: backMs } }).gaps).toEqual([]);
  }
});
