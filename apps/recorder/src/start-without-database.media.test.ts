import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { updateCamera } from '@holdfast/db';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { childrenOf } from './testing/children.ts';
import { filesOf, rowsOf } from './testing/footage.ts';
import { openHouse, type RecorderHouse, type RunningRecorder, until } from './testing/recorder-house.ts';

let camera: GstCamera;
let house: RecorderHouse;
let gate: string;
let yard: string;
let memoryPath: string;

beforeAll(async () => {
  camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264()} )` } });
});
afterAll(() => camera?.stop());
beforeEach(async () => {
  house = await openHouse({ durable: true });
  memoryPath = join(house.dataDir, 'recorder', 'last-known.sealed');
  gate = await house.addCamera({ name: 'Gate', url: camera.url('/h264') });
  yard = await house.addCamera({ name: 'Yard', url: camera.url('/h264') });
  const first = await house.startRecorder();
  // By then it has written down the marker of its storage as well.
  await until(async () => (await house.db.selectFrom('storageStatus').select('marker').executeTakeFirst())?.marker);
  await until(async () => (await rowsOf(house, yard)).length > 0);
  await until(async () => (await stat(memoryPath).catch(() => undefined))?.isFile());
  expect(await first.stop()).toBe(0);
});
afterEach(() => house?.close());

const landed = async (cameraId: string, more = 3): Promise<string[]> => {
  const before = (await filesOf(house, cameraId)).length;
  return until(async () => {
    const files = await filesOf(house, cameraId);
    return files.length >= before + more && files;
  });
};
const untilIndexed = async (cameraId: string, files: readonly string[]) => {
  await until(async () => {
    const paths = (await rowsOf(house, cameraId).catch(() => [])).map(({ path }) => path);
    return files.every((path) => paths.includes(path));
  });
  const paths = (await rowsOf(house, cameraId)).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
};
/** Both as of one moment, because the recording goes on. */
const footageOf = (cameraId: string) =>
  house.db
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
const pidOf = async (recorder: RunningRecorder, cameraId: string) =>
  (await childrenOf(recorder)).find(({ cwd }) => cwd.includes(cameraId))?.pid;

describe('line 7: the database is away when the recorder starts', () => {
  it('records what was last wanted, and indexes it exactly once when the database is there', async () => {
    const startedMs = Date.now();
    let files: string[] = [];
    let pid: number | undefined;
    let recorder: RunningRecorder | undefined;
    await house.withoutDatabase(async () => {
      recorder = await house.startRecorder();
      files = [...(await landed(gate)), ...(await landed(yard, 1))];
      pid = await pidOf(recorder, gate);
    });
    await untilIndexed(
      gate,
      files.filter((path) => path.startsWith(gate)),
    );
    await untilIndexed(
      yard,
      files.filter((path) => path.startsWith(yard)),
    );
    // The child that began without the database is the one that goes on.
    expect(recorder && (await pidOf(recorder, gate))).toBe(pid);
    const { counted, rows } = await footageOf(gate);
    expect(rows).toBeGreaterThanOrEqual(files.filter((path) => path.startsWith(gate)).length);
    expect(counted).toBe(rows);
    const runs = await until(async () => {
      const all = await house.db.selectFrom('recorderRun').selectAll().orderBy('id').execute();
      return all.length === 2 && all;
    });
    const footage = (await rowsOf(house, gate)).filter(({ startTs }) => startTs.getTime() >= startedMs);
    expect(runs.at(-1)?.startedAt.getTime()).toBeLessThanOrEqual(footage[0]?.endTs.getTime() ?? 0);
  });

  it('stops a camera that was disabled or removed meanwhile as soon as the database answers, and no other', async () => {
    const third = await house.addCamera({ name: 'Shed', url: camera.url('/h264') });
    const taught = await house.startRecorder();
    await until(async () => (await rowsOf(house, third)).length > 0);
    await taught.stop();
    await updateCamera(house.db, gate, { enabled: false });
    const removed = { removedAt: new Date(), footageFate: 'keep' } as const;
    await house.db.updateTable('camera').set(removed).where('id', '=', yard).execute();
    let recorder: RunningRecorder | undefined;
    let pid: number | undefined;
    await house.withoutDatabase(async () => {
      recorder = await house.startRecorder();
      await Promise.all([gate, yard, third].map((id) => landed(id, 1)));
      pid = await pidOf(recorder, third);
    });
    if (!recorder) throw new Error('there is no recorder');
    const running = recorder;
    await until(async () => (await childrenOf(running)).length === 1);
    expect(await pidOf(running, third)).toBe(pid);
    // What fail-open kept is footage like any other.
    await untilIndexed(gate, await filesOf(house, gate));
    await until(async () => {
      const status = house.db.selectFrom('streamStatus').select('state').where('cameraId', '=', gate);
      return (await status.executeTakeFirst())?.state === 'off';
    });
  });

  it('loses nothing when it is stopped before the database comes', async () => {
    let files: string[] = [];
    await house.withoutDatabase(async () => {
      const recorder = await house.startRecorder();
      await landed(gate);
      expect(await recorder.stop()).toBe(0);
      files = await filesOf(house, gate);
    });
    await house.startRecorder();
    await untilIndexed(gate, files);
  });

  it('refuses as ever beside a recorder of the same folder, and gives way to one that has the lease', async () => {
    await house.db
      .updateTable('recorderLease')
      .set({ holder: '00000000-0000-4000-8000-000000000009', expiresAt: new Date(Date.now() + 3_600_000) })
      .execute();
    let recorder: RunningRecorder | undefined;
    await house.withoutDatabase(async () => {
      recorder = await house.startRecorder();
      await landed(gate, 1);
      const second = await house.startRecorder();
      await until(() => second.process.exitCode !== null);
      expect(second.process.exitCode).toBe(73);
      expect(second.output()).toContain('A recorder is running here already');
    });
    const before = (await rowsOf(house, gate)).length;
    await until(() => recorder?.process.exitCode !== null);
    expect(recorder?.process.exitCode).toBe(73);
    expect(recorder?.output()).toContain('Another recorder is recording with this database');
    expect(await rowsOf(house, gate)).toHaveLength(before);
  });

  it.each([
    ['damaged', async () => (await readFile(memoryPath)).subarray(0, 50), 'is damaged'],
    ['of another version', async () => house.secrets.seal(JSON.stringify({ format: 0 })), 'another version'],
    [
      'of another database',
      async () => house.secrets.seal(JSON.stringify({ format: 1, of: 'another' })),
      'belongs to another database',
    ],
  ])('waits for it, and says why, when what it last knew is %s', async (_title, contents, words) => {
    await writeFile(memoryPath, await contents());
    const before = await filesOf(house, gate);
    let recorder: RunningRecorder | undefined;
    await house.withoutDatabase(async () => {
      recorder = await house.startRecorder();
      const said = recorder.output;
      await until(() => said().includes(words));
      expect(said()).toContain('nothing is recorded until the database answers');
      expect(await childrenOf(recorder)).toEqual([]);
    });
    await landed(gate, 1);
    expect((await filesOf(house, gate)).slice(0, before.length)).toEqual(before);
  });
});
