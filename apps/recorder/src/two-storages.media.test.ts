import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDefaultStorageId, insertStorage } from '@holdfast/db';
import { type StreamName, streamNames } from '@holdfast/domain';
import { readSegmentFacts } from '@holdfast/media';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from './testing/footage.ts';
import { type Installation, openInstallation, until } from './testing/installation.ts';

const timing = { storageRetryMs: 500, maxBackoffMs: 2_000, drainMs: 500, stopLimitMs: 8_000, answerMs: 3_000 };

let camera: GstCamera;
let installation: Installation;
let share: string;
let ids: { builtIn: string; share: string; policy: string };
let gate: string;
let yard: string;

beforeAll(async () => {
  camera = await startGstCamera({
    mounts: { '/h264': `( ${gstLaunch.h264()} )`, '/small': `( ${gstLaunch.h264({ size: '160x120', kbit: 100 })} )` },
  });
});
afterAll(() => camera?.stop());
beforeEach(async () => {
  installation = await openInstallation();
  share = join(installation.folder, 'share');
  await mkdir(share);
  gate = await installation.addCamera({ name: 'Gate', url: camera.url('/h264'), subUrl: camera.url('/small') });
  yard = await installation.addCamera({ name: 'Yard', url: camera.url('/h264') });
  const policy = await installation.db
    .insertInto('recordingPolicy')
    .values({
      name: 'Elsewhere',
      nameKey: 'elsewhere',
      origin: 'operator',
      liveStorageId: (await insertStorage(installation.db, { name: 'Share', path: share })).id,
      minFreeBytes: 1,
    })
    .returning(['id', 'liveStorageId'])
    .executeTakeFirstOrThrow();
  ids = { builtIn: await findDefaultStorageId(installation.db), share: policy.liveStorageId, policy: policy.id };
});
afterEach(() => installation?.close());

const moveTo = (storageId: string) =>
  installation.db
    .updateTable('recordingPolicy')
    .set({ liveStorageId: storageId })
    .where('id', '=', ids.policy)
    .execute();
const recordElsewhere = (cameraId: string) =>
  installation.db.updateTable('camera').set({ policyId: ids.policy }).where('id', '=', cameraId).execute();
const rowsOn = async (cameraId: string, storageId: string, stream: StreamName = 'main') =>
  (await rowsOf(installation, cameraId, stream)).filter((row) => row.storageId === storageId);
const spooledIn = (root: string, cameraId: string, stream: StreamName = 'main') =>
  readdir(join(root, '.spool', cameraId, stream)).catch(() => []);
const publishedIn = async (root: string, cameraId: string, stream: StreamName = 'main') => {
  const folder = join(root, cameraId, stream);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
};

async function widthOf(path: string): Promise<number | undefined> {
  const reading = await readSegmentFacts(path);
  const format = reading.kind === 'segment' ? reading.facts.tracks[0]?.format : undefined;
  return format?.kind === 'video' ? format.widthPx : undefined;
}

describe('footage whose disk fails when its recording moves to another', () => {
  it('is published once, for both streams, when the disk works again, while the camera records to the other', async () => {
    const filler = join(installation.folder, 'filler');
    const ofBoth = async (holds: (stream: StreamName) => Promise<boolean>) =>
      (await Promise.all(streamNames.map(holds))).every(Boolean);
    await moveTo(ids.builtIn);
    await installation.db
      .updateTable('recordingPolicy')
      .set({ recordStream: 'both' })
      .where('id', '=', ids.policy)
      .execute();
    await recordElsewhere(gate);
    await installation.startRecorder({ timing, fullWhile: filler });
    await until(() => ofBoth(async (stream) => (await rowsOn(gate, ids.builtIn, stream)).length > 0));
    await writeFile(filler, '');
    await until(() => ofBoth(async (stream) => (await spooledIn(installation.footage, gate, stream)).length > 2));
    const stranded = new Map<StreamName, string[]>();
    for (const stream of streamNames) stranded.set(stream, await spooledIn(installation.footage, gate, stream));
    await moveTo(ids.share);
    await until(() => ofBoth(async (stream) => (await rowsOn(gate, ids.share, stream)).length > 1));
    for (const [stream, names] of stranded)
      expect(await spooledIn(installation.footage, gate, stream)).toEqual(expect.arrayContaining(names));
    await rm(filler);
    await until(() => ofBoth(async (stream) => (await spooledIn(installation.footage, gate, stream)).length === 0));
    await until(() =>
      ofBoth(async (stream) => {
        const indexed = (await rowsOn(gate, ids.builtIn, stream)).map(({ path }) => path);
        return (await publishedIn(installation.footage, gate, stream)).join() === indexed.join();
      }),
    );
    for (const [stream, names] of stranded) {
      const rows = await rowsOn(gate, ids.builtIn, stream);
      const seconds = new Set(rows.map(({ startTs }) => startTs.getTime()));
      for (const name of names) expect(seconds).toContain(Number(name.split('-')[1]));
      expect(await widthOf(join(installation.footage, rows[0]?.path ?? ''))).toBe(stream === 'main' ? 320 : 160);
    }
  });
});

describe('a storage that hangs', () => {
  it('does not prevent cameras of another from starting, and its own can be moved to another', async () => {
    const hung = join(installation.folder, 'hung');
    await recordElsewhere(yard);
    const first = await installation.startRecorder({ timing });
    await until(async () => (await rowsOn(yard, ids.share)).length > 0);
    await first.kill();
    await writeFile(hung, '');
    await installation.startRecorder({ timing, hangs: { while: hung, below: share } });
    const sinceMs = Date.now();
    await until(async () => (await rowsOn(gate, ids.builtIn)).some(({ startTs }) => startTs.getTime() > sinceMs));
    await until(async () => {
      const status = await installation.db
        .selectFrom('streamStatus')
        .selectAll()
        .where('cameraId', '=', yard)
        .executeTakeFirst();
      return status?.state === 'storage_missing' && status.detail === 'storage-not-responding';
    });
    await moveTo(ids.builtIn);
    await until(async () => (await rowsOn(yard, ids.builtIn)).length > 1);
    const before = (await rowsOn(yard, ids.share)).length;
    await rm(hung);
    await until(async () => {
      const indexed = (await rowsOn(yard, ids.share)).map(({ path }) => path);
      const left = (await spooledIn(share, yard)).length;
      return left === 0 && (await publishedIn(share, yard)).join() === indexed.join();
    });
    expect((await rowsOn(yard, ids.share)).length).toBeGreaterThanOrEqual(before);
  });
});
