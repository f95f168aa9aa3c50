import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { updateCamera } from '@holdfast/db';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FORMAT } from './settings/last-known-settings.ts';
import { filesOf, rowsOf, spooled } from './testing/footage.ts';
import { type Installation, openInstallation, until } from './testing/installation.ts';

let camera: GstCamera;
let installation: Installation;
let gate: string;
let yard: string;
let shed: string;
let memoryPath: string;
let lastKnown: Buffer;

beforeAll(async () => {
  camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264({ size: '160x120' })} )` } });
  installation = await openInstallation({ hasOwnServer: true });
  memoryPath = join(installation.dataDir, 'recorder', 'last-known.sealed');
  gate = await installation.addCamera({ name: 'Gate', url: camera.url('/h264') });
  yard = await installation.addCamera({ name: 'Yard', url: camera.url('/h264') });
  shed = await installation.addCamera({ name: 'Shed', url: camera.url('/h264') });
  const first = await installation.startRecorder();
  // By then it has also saved the marker of its storage.
  await until(
    async () => (await installation.db.selectFrom('storageStatus').select('marker').executeTakeFirst())?.marker,
  );
  await until(async () => (await stat(memoryPath).catch(() => undefined))?.isFile());
  expect(await first.stop()).toBe(0);
  lastKnown = await readFile(memoryPath);
});
afterAll(async () => {
  await installation?.close();
  await camera?.stop();
});
/** All tests start with the same saved settings, whatever the previous one did to them. */
beforeEach(async () => {
  await installation.stopRecorders();
  await writeFile(memoryPath, lastKnown);
  await installation.db.updateTable('camera').set({ enabled: true, removedAt: null, footageFate: null }).execute();
  await installation.db.updateTable('recorderLease').set({ holder: null, expiresAt: null }).execute();
});

/** Waits for this many new files and returns them. */
const landed = async (cameraId: string, atLeast: number): Promise<string[]> => {
  const before = await filesOf(installation, cameraId);
  return until(async () => {
    const files = await newSince(before, cameraId);
    return files.length >= atLeast && files;
  });
};
const newSince = async (before: readonly string[], cameraId: string) =>
  (await filesOf(installation, cameraId)).filter((path) => !before.includes(path));
const untilIndexed = async (cameraId: string, files: readonly string[]) => {
  await until(async () => {
    const paths = (await rowsOf(installation, cameraId).catch(() => [])).map(({ path }) => path);
    return files.every((path) => paths.includes(path));
  });
  const paths = (await rowsOf(installation, cameraId)).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
};
/** Both at the same moment, because recording continues. */
const footageOf = (cameraId: string) =>
  installation.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (moment) => {
      const counters = await moment
        .selectFrom('footageCounter')
        .select('segments')
        .where('cameraId', '=', cameraId)
        .execute();
      const rows = await moment.selectFrom('segment').select('path').where('cameraId', '=', cameraId).execute();
      return { counted: counters.reduce((sum, { segments }) => sum + segments, 0), rows: rows.length };
    });
/** Every recording has a unique id in its file names. */
const recordingOf = (cameraId: string) =>
  until(async () => {
    const path = (await spooled(installation)).find((one) => one.includes(cameraId));
    return path?.split('-').at(-2);
  });

describe('line 7: the database is away when the recorder starts', () => {
  it('records by the last known settings, and indexes exactly once when the database is back', async () => {
    const startedMs = Date.now();
    const sessionsBefore = (await installation.db.selectFrom('recorderRun').select('id').execute()).length;
    const { ofGate, ofYard, recording } = await installation.withoutDatabase(async () => {
      await installation.startRecorder();
      const [ofGate, ofYard] = await Promise.all([landed(gate, 3), landed(yard, 1)]);
      return { ofGate, ofYard, recording: await recordingOf(gate) };
    });
    await untilIndexed(gate, ofGate);
    await untilIndexed(yard, ofYard);
    // The recording that started without the database continues.
    expect(await recordingOf(gate)).toBe(recording);
    const { counted, rows } = await footageOf(gate);
    expect(rows).toBeGreaterThanOrEqual(ofGate.length);
    expect(counted).toBe(rows);
    const sessions = await until(async () => {
      const all = await installation.db.selectFrom('recorderRun').selectAll().orderBy('id').execute();
      return all.length === sessionsBefore + 1 && all;
    });
    const footage = (await rowsOf(installation, gate)).filter(({ startTs }) => startTs.getTime() >= startedMs);
    expect(sessions.at(-1)?.startedAt.getTime()).toBeLessThanOrEqual(footage[0]?.endTs.getTime() ?? 0);
  });

  it('stops a camera that was disabled or removed meanwhile as soon as the database answers, and no other', async () => {
    await updateCamera(installation.db, gate, { enabled: false });
    const removed = { removedAt: new Date(), footageFate: 'keep' } as const;
    await installation.db.updateTable('camera').set(removed).where('id', '=', yard).execute();
    const before = await filesOf(installation, gate);
    const recording = await installation.withoutDatabase(async () => {
      await installation.startRecorder();
      await Promise.all([gate, yard, shed].map((id) => landed(id, 1)));
      return recordingOf(shed);
    });
    await until(async () => (await spooled(installation)).every((path) => path.includes(shed)));
    expect(await recordingOf(shed)).toBe(recording);
    // Footage recorded by the last known settings is footage like any other.
    await untilIndexed(gate, await newSince(before, gate));
    await until(async () => {
      const status = installation.db.selectFrom('streamStatus').select('state').where('cameraId', '=', gate);
      return (await status.executeTakeFirst())?.state === 'off';
    });
  });

  it('loses nothing when it is stopped before the database comes', async () => {
    const before = await filesOf(installation, gate);
    const files = await installation.withoutDatabase(async () => {
      const recorder = await installation.startRecorder();
      await landed(gate, 3);
      expect(await recorder.stop()).toBe(0);
      return newSince(before, gate);
    });
    await installation.startRecorder();
    await untilIndexed(gate, files);
  });

  it('refuses to start next to a recorder of the same folder, and yields to one that has the lease', async () => {
    await installation.db
      .updateTable('recorderLease')
      .set({ holder: '00000000-0000-4000-8000-000000000009', expiresAt: new Date(Date.now() + 3_600_000) })
      .execute();
    const recorder = await installation.withoutDatabase(async () => {
      const recorder = await installation.startRecorder();
      await landed(gate, 1);
      const second = await installation.startRecorder();
      await until(second.hasEnded);
      expect(second.process.exitCode).toBe(73);
      expect(second.output()).toContain('A recorder is running here already');
      return recorder;
    });
    const before = (await rowsOf(installation, gate)).length;
    await until(recorder.hasEnded);
    expect(recorder.process.exitCode).toBe(73);
    expect(recorder.output()).toContain('Another recorder is recording with this database');
    expect(await rowsOf(installation, gate)).toHaveLength(before);
  });

  it.each([
    ['damaged', async () => (await readFile(memoryPath)).subarray(0, 50), 'is damaged'],
    ['of another version', async () => installation.secrets.seal(JSON.stringify({ format: 0 })), 'another version'],
    [
      'of another database',
      async () => installation.secrets.seal(JSON.stringify({ format: FORMAT, of: 'another' })),
      'belongs to another database',
    ],
  ])('waits for it, and logs why, when the last known settings are %s', async (_title, contents, words) => {
    await writeFile(memoryPath, await contents());
    const before = await filesOf(installation, gate);
    await installation.withoutDatabase(async () => {
      const recorder = await installation.startRecorder();
      await until(() => recorder.output().includes(words));
      expect(recorder.output()).toContain('nothing is recorded until the database answers');
      expect(await spooled(installation)).toEqual([]);
    });
    await landed(gate, 1);
    expect((await filesOf(installation, gate)).slice(0, before.length)).toEqual(before);
  });
});
