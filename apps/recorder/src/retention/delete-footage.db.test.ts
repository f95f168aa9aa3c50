import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listDeletions } from '@holdfast/db';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startKeeping, type TestKeeping, type TestStorage } from '../test-keeping.ts';
import { deleteFootage } from './delete-footage.ts';

let keeping: TestKeeping;
let disk: TestStorage;
let cameraId: string;

beforeEach(async () => {
  keeping = await startKeeping(inject('postgresUrl'));
  disk = await keeping.storage('disk');
  cameraId = await keeping.camera(await keeping.policy({ liveStorageId: disk.id, liveRetentionHours: 24 }));
});
afterEach(() => keeping.close());

const old = (hoursAgo: number, extra = {}) => keeping.footage({ cameraId, storage: disk, hoursAgo, ...extra });

describe('line 17: file first, then row', () => {
  it('deletes the file and the row, and reports how many', async () => {
    const gone = await old(30);
    const kept = await old(1);
    expect(await keeping.pass()).toMatchObject({ aged: 1, freedBytes: 1000, failed: 0, absent: 0 });
    expect([keeping.onDisk(gone), keeping.onDisk(kept)]).toEqual([false, true]);
    expect(await keeping.indexed()).toEqual([kept.path]);
  });

  it('drops the row of a file that a crash already took', async () => {
    const gone = await old(30);
    await unlink(gone.file);
    expect(await keeping.pass()).toMatchObject({ aged: 1, absent: 1 });
    expect(await keeping.indexed()).toEqual([]);
  });

  it('keeps the row when the file cannot be removed, and goes on with the others', async () => {
    const stuck = await old(30);
    await unlink(stuck.file);
    await mkdir(stuck.file);
    const gone = await old(29);
    expect(await keeping.pass()).toMatchObject({ aged: 1, failed: 1 });
    expect(await keeping.indexed()).toEqual([stuck.path]);
    expect(keeping.onDisk(gone)).toBe(false);
  });

  it('is not held up by a whole batch that cannot be removed', async () => {
    for (const hoursAgo of [40, 39, 38]) {
      const stuck = await old(hoursAgo);
      await unlink(stuck.file);
      await mkdir(stuck.file);
    }
    await old(30);
    await old(29);
    expect(await keeping.pass({ batchLimit: 2 })).toMatchObject({ aged: 2, failed: 3 });
    expect(await keeping.indexed()).toHaveLength(3);
  });

  it('works in bounded batches until nothing is left to do', async () => {
    for (let hoursAgo = 30; hoursAgo < 41; hoursAgo += 1) await old(hoursAgo);
    expect(await keeping.pass({ batchLimit: 3 })).toMatchObject({ aged: 11 });
    expect(await keeping.indexed()).toEqual([]);
  });

  it('keeps every row when the disk is unmounted in the middle of a batch', async () => {
    const rows = [await old(30), await old(29)];
    const storages = await keeping.readStorages();
    await rename(disk.root, `${disk.root}-away`);
    await mkdir(disk.root);
    const doomed = await keeping.db
      .selectFrom('segment')
      .innerJoin('camera', 'camera.id', 'segment.cameraId')
      .selectAll('segment')
      .select(['camera.policyId', 'segment.startTs as mediaStartTs'])
      .execute();
    const { deleted, failed } = await deleteFootage({
      ...keeping,
      storages,
      doomed: doomed.map((row) => ({ row, reason: 'retention' as const })),
      nowMs: keeping.clock.now(),
    });
    expect([deleted.length, failed.length]).toEqual([0, 2]);
    await rm(disk.root, { recursive: true });
    await rename(`${disk.root}-away`, disk.root);
    expect(rows.map(keeping.onDisk)).toEqual([true, true]);
    expect(await keeping.indexed()).toHaveLength(2);
  });

  it('never removes a sibling, whatever the index says', async () => {
    const footage = await old(30);
    const sibling = footage.path.replace('.mp4', '-r1.mp4');
    await writeFile(join(disk.root, sibling), 'other');
    await keeping.db.updateTable('segment').set({ path: sibling }).where('id', '=', footage.id).execute();
    expect(await keeping.pass()).toMatchObject({ failed: 1 });
    expect(keeping.onDisk({ ...footage, file: join(disk.root, sibling) })).toBe(true);
  });

  it('never leaves the storage, whatever the index says', async () => {
    const footage = await old(30);
    const outside = join(dirname(disk.root), 'precious');
    await writeFile(outside, 'mine');
    await keeping.db.updateTable('segment').set({ path: '../precious' }).where('id', '=', footage.id).execute();
    expect(await keeping.pass()).toMatchObject({ failed: 1 });
    expect(keeping.onDisk({ ...footage, file: outside })).toBe(true);
  });

  it('remembers what was deleted and why, in merged ranges', async () => {
    const seconds = (count: number) => count / 3600;
    // Three in a row, then a hole, then one more; the others of the camera stay.
    for (const ago of [30, 30 - seconds(4), 30 - seconds(8), 29]) await old(ago);
    await old(1);
    await keeping.pass({ batchLimit: 2 });
    const deletions = await listDeletions(keeping.db, cameraId);
    const agoSeconds = (date: Date) => Math.round((keeping.clock.now() - date.getTime()) / 1000);
    expect(deletions.map(({ reason, startTs, endTs }) => [reason, agoSeconds(startTs), agoSeconds(endTs)])).toEqual([
      ['retention', 30 * 3600, 30 * 3600 - 12],
      ['retention', 29 * 3600, 29 * 3600 - 4],
    ]);
  });

  it('removes folders of past days once they are empty', async () => {
    const gone = await old(100);
    const stays = await old(99, { stream: 'sub' });
    await writeFile(join(dirname(stays.file), 'something'), '');
    await keeping.pass();
    expect(keeping.onDisk({ ...gone, file: dirname(gone.file) })).toBe(false);
    expect(keeping.onDisk({ ...stays, file: dirname(stays.file) })).toBe(true);
  });
});
