import { join } from 'node:path';
import { gstLaunch, startGstCamera } from '@holdfast/testkit';
import { expect, it } from 'vitest';
import { readDirectly } from './testing/direct-reader.ts';
import { rowsOf } from './testing/footage.ts';
import { openInstallation, until } from './testing/installation.ts';
import { pictureHashes } from './testing/picture-hashes.ts';
import { placesIn } from './testing/places-in.ts';

const SECONDS = 120;
const mounts = { '/h264': `( ${gstLaunch.h264()} )`, '/h265': `( ${gstLaunch.h265()} )` };

it('two minutes of H.264 and of H.265 are recorded bit-exact, across all segment boundaries', {
  timeout: 900_000,
}, async () => {
  await using resources = new AsyncDisposableStack();
  const camera = await startGstCamera({ mounts });
  resources.defer(() => camera.stop());
  const installation = await openInstallation();
  resources.defer(() => installation.close());
  const streams = await Promise.all(
    (['/h264', '/h265'] as const).map(async (mount) => {
      const path = join(installation.folder, `${mount.slice(1)}.mp4`);
      const reader = await readDirectly(camera.url(mount), path);
      return { mount, path, reader, id: await installation.addCamera({ name: mount, url: camera.url(mount) }) };
    }),
  );
  const recorder = await installation.startRecorder({ timing: { segmentSeconds: 4 } });
  const recordedMs = async (id: string) =>
    (await rowsOf(installation, id)).reduce((sum, { durationMs }) => sum + durationMs, 0);
  for (const { id } of streams)
    for (let ms = 0; ms < SECONDS * 1_000; ms = await recordedMs(id))
      await until(async () => (await recordedMs(id)) > ms);
  expect(await recorder.stop()).toBe(0);
  for (const { mount, path, reader, id } of streams) {
    await reader.stop();
    const codec = mount === '/h264' ? 'h264' : 'h265';
    const rows = await rowsOf(installation, id);
    const sent = await pictureHashes([path], codec);
    const recorded = await pictureHashes(
      rows.map((row) => join(installation.footage, row.path)),
      codec,
    );
    // The first packet of a reader may be preceded by other parameter sets.
    const wanted = recorded.slice(1);
    expect(placesIn(sent, wanted, { mayLack: 40 }), mount).not.toEqual([]);
    console.info(`${mount}: ${wanted.length} pictures in ${rows.length} files, none missing, none twice, none changed`);
  }
});
