import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listDeletions } from '@holdfast/db';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestRetention, type TestRetention, type TestStorage } from '../test-retention.ts';
import { deleteFootage } from './delete-footage.ts';

let fixture: TestRetention;
let disk: TestStorage;
let cameraId: string;

beforeEach(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
  disk = await fixture.storage('disk');
  cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id, liveRetentionHours: 24 }));
});
afterEach(() => fixture.close());

const old = (hoursAgo: number, extra = {}) => fixture.footage({ cameraId, storage: disk, hoursAgo, ...extra });

describe('line 17: file first, then row', () => {
  it('deletes the file and the row, and reports how many', async () => {
    const gone = await old(30);
    const kept = await old(1);
    expect(await fixture.round()).toMatchObject({ aged: 1, freedBytes: 1000, failed: 0, absent: 0 });
    expect([fixture.onDisk(gone), fixture.onDisk(kept)]).toEqual([false, true]);
    expect(await fixture.indexed()).toEqual([kept.path]);
  });

  it('drops the row of a file that was deleted before a crash', async () => {
    const gone = await old(30);
    await unlink(gone.file);
    expect(await fixture.round()).toMatchObject({ aged: 1, absent: 1 });
    expect(await fixture.indexed()).toEqual([]);
  });

  it('keeps the row when the file cannot be removed, and continues with the others', async () => {
    const stuck = await old(30);
    await unlink(stuck.file);
    await mkdir(stuck.file);
    const gone = await old(29);
    expect(await fixture.round()).toMatchObject({ aged: 1, failed: 1 });
    expect(await fixture.indexed()).toEqual([stuck.path]);
    expect(fixture.onDisk(gone)).toBe(false);
  });

  it('is not blocked by a whole batch that cannot be removed', async () => {
    for (const hoursAgo of [40, 39, 38]) {
      const stuck = await old(hoursAgo);
      await unlink(stuck.file);
      await mkdir(stuck.file);
    }
    await old(30);
    await old(29);
    expect(await fixture.round({ batchLimit: 2 })).toMatchObject({ aged: 2, failed: 3 });
    expect(await fixture.indexed()).toHaveLength(3);
  });

  it('works in bounded batches until nothing is left to do', async () => {
    for (let hoursAgo = 30; hoursAgo < 41; hoursAgo += 1) await old(hoursAgo);
    expect(await fixture.round({ batchLimit: 3 })).toMatchObject({ aged: 11 });
    expect(await fixture.indexed()).toEqual([]);
  });

  it('keeps every row when the disk is unmounted in the middle of a batch', async () => {
    const rows = [await old(30), await old(29)];
    const storages = await fixture.readStorages();
    await rename(disk.root, `${disk.root}-away`);
    await mkdir(disk.root);
    const doomed = await fixture.db
      .selectFrom('segment')
      .innerJoin('camera', 'camera.id', 'segment.cameraId')
      .selectAll('segment')
      .select(['camera.policyId', 'segment.startTs as mediaStartTs'])
      .execute();
    const { deleted, failed } = await deleteFootage({
      ...fixture,
      storages,
      doomed: doomed.map((row) => ({ row, reason: 'retention' as const })),
      nowMs: fixture.clock.now(),
    });
    expect([deleted.length, failed.length]).toEqual([0, 2]);
    await rm(disk.root, { recursive: true });
    await rename(`${disk.root}-away`, disk.root);
    expect(rows.map(fixture.onDisk)).toEqual([true, true]);
    expect(await fixture.indexed()).toHaveLength(2);
  });

  it('never removes a sibling, whatever the index contains', async () => {
    const footage = await old(30);
    const sibling = footage.path.replace('.mp4', '-r1.mp4');
    await writeFile(join(disk.root, sibling), 'other');
    await fixture.db.updateTable('segment').set({ path: sibling }).where('id', '=', footage.id).execute();
    expect(await fixture.round()).toMatchObject({ failed: 1 });
    expect(fixture.onDisk({ ...footage, file: join(disk.root, sibling) })).toBe(true);
  });

  it('never leaves the storage, whatever the index contains', async () => {
    const footage = await old(30);
    const outside = join(dirname(disk.root), 'precious');
    await writeFile(outside, 'mine');
    await fixture.db.updateTable('segment').set({ path: '../precious' }).where('id', '=', footage.id).execute();
    expect(await fixture.round()).toMatchObject({ failed: 1 });
    expect(fixture.onDisk({ ...footage, file: outside })).toBe(true);
  });

  it('stores what was deleted and why, in merged ranges', async () => {
    const seconds = (count: number) => count / 3600;
    // Three in a row, then a gap, then one more; the others of the camera stay.
    for (const ago of [30, 30 - seconds(4), 30 - seconds(8), 29]) await old(ago);
    await old(1);
    await fixture.round({ batchLimit: 2 });
    const deletions = await listDeletions(fixture.db, cameraId);
    const agoSeconds = (date: Date) => Math.round((fixture.clock.now() - date.getTime()) / 1000);
    expect(deletions.map(({ reason, startTs, endTs }) => [reason, agoSeconds(startTs), agoSeconds(endTs)])).toEqual([
      ['retention', 30 * 3600, 30 * 3600 - 12],
      ['retention', 29 * 3600, 29 * 3600 - 4],
    ]);
  });

  it('removes folders of past days once they are empty', async () => {
    const gone = await old(100);
    const stays = await old(99, { stream: 'sub' });
    await writeFile(join(dirname(stays.file), 'something'), '');
    await fixture.round();
    expect(fixture.onDisk({ ...gone, file: dirname(gone.file) })).toBe(false);
    expect(fixture.onDisk({ ...stays, file: dirname(stays.file) })).toBe(true);
  });
});
