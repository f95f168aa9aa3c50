import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDefaultStorageId, insertStorage } from '@holdfast/db';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from './testing/footage.ts';
import { openHouse, type RecorderHouse, until } from './testing/recorder-house.ts';

const timing = { storageRetryMs: 500, maxBackoffMs: 2_000, drainMs: 500, stopLimitMs: 8_000, answerMs: 3_000 };

let camera: GstCamera;
let house: RecorderHouse;
let share: string;
let ids: { builtIn: string; share: string; policy: string };
let gate: string;
let yard: string;

beforeAll(async () => {
  camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264()} )` } });
});
afterAll(() => camera?.stop());
beforeEach(async () => {
  house = await openHouse();
  share = join(house.folder, 'share');
  await mkdir(share);
  gate = await house.addCamera({ name: 'Gate', url: camera.url('/h264') });
  yard = await house.addCamera({ name: 'Yard', url: camera.url('/h264') });
  const policy = await house.db
    .insertInto('recordingPolicy')
    .values({
      name: 'Elsewhere',
      nameKey: 'elsewhere',
      origin: 'operator',
      liveStorageId: (await insertStorage(house.db, { name: 'Share', path: share })).id,
      minFreeBytes: 1,
    })
    .returning(['id', 'liveStorageId'])
    .executeTakeFirstOrThrow();
  ids = { builtIn: await findDefaultStorageId(house.db), share: policy.liveStorageId, policy: policy.id };
});
afterEach(() => house?.close());

const moveTo = (storageId: string) =>
  house.db.updateTable('recordingPolicy').set({ liveStorageId: storageId }).where('id', '=', ids.policy).execute();
const recordElsewhere = (cameraId: string) =>
  house.db.updateTable('camera').set({ policyId: ids.policy }).where('id', '=', cameraId).execute();
const rowsOn = async (cameraId: string, storageId: string) =>
  (await rowsOf(house, cameraId)).filter((row) => row.storageId === storageId);
const claimedIn = (root: string, cameraId: string) =>
  readdir(join(root, '.spool', cameraId, 'main', 'claimed')).catch(() => []);
const publishedIn = async (root: string, cameraId: string) => {
  const entries = await readdir(join(root, cameraId), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
};

describe('footage that its disk does not take when its recording moves to another', () => {
  it('is published as soon as the disk takes it again, once, while the camera records elsewhere', async () => {
    const filler = join(house.folder, 'filler');
    await moveTo(ids.builtIn);
    await recordElsewhere(gate);
    await house.startRecorder({ timing, fullWhile: filler });
    await until(async () => (await rowsOn(gate, ids.builtIn)).length > 0);
    await writeFile(filler, '');
    const stranded = await until(async () => {
      const claimed = await claimedIn(house.footage, gate);
      return claimed.length > 2 && claimed;
    });
    await moveTo(ids.share);
    await until(async () => (await rowsOn(gate, ids.share)).length > 1);
    expect(await claimedIn(house.footage, gate)).toEqual(expect.arrayContaining(stranded));
    await rm(filler);
    await until(async () => (await claimedIn(house.footage, gate)).length === 0);
    await until(async () => {
      const indexed = (await rowsOn(gate, ids.builtIn)).map(({ path }) => path);
      return (await publishedIn(house.footage, gate)).join() === indexed.join();
    });
    const seconds = new Set((await rowsOn(gate, ids.builtIn)).map(({ startTs }) => startTs.getTime()));
    for (const name of stranded) expect(seconds).toContain(Number(name.split('-')[1]));
  });
});

describe('a storage that hangs', () => {
  it('keeps no camera of another from starting, and its own record elsewhere once told so', async () => {
    const hung = join(house.folder, 'hung');
    await recordElsewhere(yard);
    const first = await house.startRecorder({ timing });
    await until(async () => (await rowsOn(yard, ids.share)).length > 0);
    await first.kill();
    await writeFile(hung, '');
    await house.startRecorder({ timing, hangs: { while: hung, below: share } });
    const sinceMs = Date.now();
    await until(async () => (await rowsOn(gate, ids.builtIn)).some(({ startTs }) => startTs.getTime() > sinceMs));
    await until(async () => {
      const status = await house.db
        .selectFrom('streamStatus')
        .selectAll()
        .where('cameraId', '=', yard)
        .executeTakeFirst();
      return status?.state === 'storage_missing' && status.detail === 'The storage does not answer.';
    });
    await moveTo(ids.builtIn);
    await until(async () => (await rowsOn(yard, ids.builtIn)).length > 1);
    const before = (await rowsOn(yard, ids.share)).length;
    await rm(hung);
    await until(async () => {
      const indexed = (await rowsOn(yard, ids.share)).map(({ path }) => path);
      const left = (await claimedIn(share, yard)).length;
      return left === 0 && (await publishedIn(share, yard)).join() === indexed.join();
    });
    expect((await rowsOn(yard, ids.share)).length).toBeGreaterThanOrEqual(before);
  });
});
