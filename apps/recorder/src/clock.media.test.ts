import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSibling } from '@holdfast/domain';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf, rowsOf } from './testing/footage.ts';
import { type Installation, openInstallation, type RunningRecorder, until } from './testing/installation.ts';

let camera: GstCamera;
let installation: Installation;
let recorder: RunningRecorder;
let gate: string;
let clockFile: string;

beforeAll(async () => {
  camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264({ size: '160x120' })} )` } });
  installation = await openInstallation();
  gate = await installation.addCamera({ name: 'Gate', url: camera.url('/h264') });
  clockFile = join(installation.folder, 'clock');
  await setClock('+0');
  const folder = (await readdir('/usr/lib')).find((name) => name.endsWith('-linux-gnu'));
  recorder = await installation.startRecorder(
    {},
    {
      LD_PRELOAD: `/usr/lib/${folder}/faketime/libfaketime.so.1`,
      FAKETIME_TIMESTAMP_FILE: clockFile,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  );
  await until(async () => (await rowsOf(installation, gate)).length >= 8);
});
afterAll(async () => {
  await installation?.close();
  await camera?.stop();
});

/** In one step: the recorder reads the file whenever it looks at the clock, and an empty one is another time. */
const setClock = async (offset: string) => {
  await writeFile(`${clockFile}.new`, offset);
  await rename(`${clockFile}.new`, clockFile);
};

const hashesOf = async (paths: readonly string[]): Promise<string[]> =>
  Promise.all(
    paths.map(async (path) =>
      createHash('sha256')
        .update(await readFile(join(installation.footage, path)))
        .digest('hex'),
    ),
  );

describe('line 4: the clock is set while recorder and ffmpeg run', () => {
  it('back: existing footage stays unchanged, new footage is kept next to it and not indexed', async () => {
    const before = (await rowsOf(installation, gate)).map(({ path }) => path);
    const hashes = await hashesOf(before);
    await setClock('-6');
    const siblings = await until(async () => {
      const found = (await filesOf(installation, gate)).filter((path) => isSibling(path.split('/').at(-1) ?? ''));
      return found.length >= 3 && found;
    });
    const count = (await rowsOf(installation, gate)).length;
    await until(async () => (await rowsOf(installation, gate)).length >= count + 3);
    expect(await hashesOf(before)).toEqual(hashes);
    const indexed = (await rowsOf(installation, gate)).map(({ path }) => path);
    for (const sibling of siblings) expect(indexed).not.toContain(sibling);
    // Recording continues.
    const files = await filesOf(installation, gate);
    expect(new Set(await hashesOf(files)).size).toBe(files.length);
  });

  it('forward: recording continues, and the skipped time is explained', async () => {
    const before = (await rowsOf(installation, gate)).map(({ path }) => path);
    const jumpMs = 3_600_000;
    const fromMs = Date.now();
    await setClock('+3594');
    await until(async () =>
      (await rowsOf(installation, gate)).some(({ startTs }) => startTs.getTime() > fromMs + jumpMs - 10_000),
    );
    const changes = await until(async () => {
      const rows = await installation.db.selectFrom('streamStateChange').selectAll().orderBy('id').execute();
      return rows.some(({ reason }) => reason === 'clock_step') && rows;
    });
    const step = changes.findIndex(({ reason }) => reason === 'clock_step');
    expect(changes[step + 1]?.ts.getTime()).toBeGreaterThan(changes[step]!.ts.getTime() + jumpMs - 10_000);
    expect(changes[step + 1]?.reason).toBeNull();
    const after = (await rowsOf(installation, gate)).map(({ path }) => path);
    for (const path of before) expect(after).toContain(path);
    expect(await recorder.stop()).toBe(0);
  });
});
