import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { INCOMING } from '../storage/incoming.ts';
import type { ReadStorages, WatchedStorage } from '../storage/storage-registry.ts';
import { startTestRetention, type TestFootage, type TestRetention, type TestStorage } from '../test-retention.ts';
import { archiveSegment } from './archive-segment.ts';
import { CopyDiffers, copyVerified } from './copy-verified.ts';

let fixture: TestRetention;
let live: TestStorage;
let archive: TestStorage;
let cameraId: string;

beforeEach(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
  live = await fixture.storage('live');
  archive = await fixture.storage('archive');
  const policyId = await fixture.policy({
    liveStorageId: live.id,
    liveRetentionHours: 10,
    archiveEnabled: true,
    archiveStorageId: archive.id,
    archiveAfterHours: 5,
    archiveRetentionHours: 100,
  });
  cameraId = await fixture.camera(policyId);
  // Something was archived before, so that the archive has its marker.
  await fixture.footage({ cameraId, storage: archive, hoursAgo: 90, tier: 'archive' });
});
afterEach(() => fixture.close());

const footage = (hoursAgo: number, extra = {}) => fixture.footage({ cameraId, storage: live, hoursAgo, ...extra });
const rowOf = ({ id }: TestFootage) =>
  fixture.db
    .selectFrom('segment')
    .innerJoin('camera', 'camera.id', 'segment.cameraId')
    .selectAll('segment')
    .select(['camera.policyId', 'segment.startTs as mediaStartTs'])
    .where('segment.id', '=', id)
    .executeTakeFirstOrThrow();
const inArchive = ({ path }: TestFootage) => join(archive.root, path);
const named = async (id: string) =>
  (await fixture.readStorages()).find((storage) => storage.id === id) as WatchedStorage;
const incoming = async () => (existsSync(join(archive.root, INCOMING)) ? readdir(join(archive.root, INCOMING)) : []);

describe('line 19: archive moves', () => {
  it('moves what is due, bit-exact, then removes the source', async () => {
    const [due, early] = [await footage(6), await footage(4)];
    const bytes = await readFile(due.file);
    expect(await fixture.round()).toMatchObject({ archived: 1, aged: 0 });
    expect(await rowOf(due)).toMatchObject({ storageId: archive.id, tier: 'archive', path: due.path });
    expect(await readFile(inArchive(due))).toEqual(bytes);
    expect([fixture.onDisk(due), fixture.onDisk(early)]).toEqual([false, true]);
    expect(await incoming()).toEqual([]);
  });

  it('does not hang on a pipe in place of a file, and moves the others', async () => {
    const [trap, due] = [await footage(8), await footage(6)];
    await unlink(trap.file);
    execFileSync('mkfifo', [trap.file]);
    expect(await fixture.round()).toMatchObject({ archived: 1 });
    expect(await rowOf(due)).toMatchObject({ storageId: archive.id });
    expect(await rowOf(trap)).toMatchObject({ storageId: live.id });
    expect(await incoming()).toEqual([]);
  });

  it('starts with an empty archive, and marks it with the first move', async () => {
    const fresh = await fixture.storage('fresh');
    await fixture.db.updateTable('recordingPolicy').set({ archiveStorageId: fresh.id }).execute();
    const due = await footage(6);
    expect(await fixture.round()).toMatchObject({ archived: 1 });
    expect(await rowOf(due)).toMatchObject({ storageId: fresh.id, tier: 'archive' });
    expect((await named(fresh.id)).reading.marker).toBe('ours');
    await unlink(join(fresh.root, '.holdfast-storage.json'));
    await footage(7);
    expect(await fixture.round()).toMatchObject({ archived: 0 });
  });

  it('never deletes footage by age that waits to be archived, also when the archive is missing', async () => {
    const waiting = await footage(20);
    await unlink(join(archive.root, '.holdfast-storage.json'));
    expect(await fixture.round()).toMatchObject({ archived: 0, aged: 0 });
    expect(fixture.onDisk(waiting)).toBe(true);
  });

  it('keeps source and row when the copy differs, and removes only its own files', async () => {
    const due = await footage(6);
    const [from, to] = [await named(live.id), await named(archive.id)];
    const flip = (bytes: Uint8Array) => bytes.map((byte, n) => (n === 7 ? byte ^ 1 : byte));
    await mkdir(join(archive.root, INCOMING), { recursive: true });
    await writeFile(join(archive.root, INCOMING, 'of-another'), 'x');
    const outcome = await archiveSegment({
      db: fixture.db,
      clock: fixture.clock,
      row: await rowOf(due),
      from,
      to,
      writeBytes: (target, bytes) => target.writeFile(flip(bytes)),
    });
    expect(outcome).toEqual({ kind: 'failed', code: 'EBADMSG' });
    expect(fixture.onDisk(due)).toBe(true);
    expect(await rowOf(due)).toMatchObject({ storageId: live.id, tier: 'live' });
    expect(existsSync(inArchive(due))).toBe(false);
    expect(await incoming()).toEqual(['of-another']);
  });

  it('rejects a truncated copy', async () => {
    const due = await footage(6);
    const short = copyVerified({
      source: due.file,
      root: archive.root,
      target: inArchive(due),
      writeBytes: (target, bytes) => target.writeFile(bytes.subarray(0, 10)),
    });
    await expect(short).rejects.toThrow(CopyDiffers);
    expect(existsSync(inArchive(due))).toBe(false);
  });

  it('changes only the row when source and target are one file', async () => {
    const due = await footage(6);
    await mkdir(dirname(inArchive(due)), { recursive: true });
    await link(due.file, inArchive(due));
    expect(await fixture.round()).toMatchObject({ archived: 1 });
    expect(await rowOf(due)).toMatchObject({ storageId: archive.id, tier: 'archive' });
    expect([fixture.onDisk(due), existsSync(inArchive(due))]).toEqual([true, true]);
  });

  it('changes only the row when live and archive are one storage', async () => {
    await fixture.db.updateTable('recordingPolicy').set({ archiveStorageId: live.id }).execute();
    const due = await footage(6);
    expect(await fixture.round()).toMatchObject({ archived: 1 });
    expect(await rowOf(due)).toMatchObject({ storageId: live.id, tier: 'archive' });
    expect(fixture.onDisk(due)).toBe(true);
  });

  it('continues after a kill between copy and row', async () => {
    const due = await footage(6);
    await copyVerified({ source: due.file, root: archive.root, target: inArchive(due) });
    expect(await fixture.round()).toMatchObject({ archived: 1, archiveFailed: 0 });
    expect([fixture.onDisk(due), existsSync(inArchive(due))]).toEqual([false, true]);
  });

  it('never overwrites another file with the same name in the archive', async () => {
    const due = await footage(6);
    await mkdir(dirname(inArchive(due)), { recursive: true });
    await writeFile(inArchive(due), 'somebody else');
    expect(await fixture.round()).toMatchObject({ archived: 0, archiveFailed: 1 });
    expect(await readFile(inArchive(due), 'utf8')).toBe('somebody else');
    expect(fixture.onDisk(due)).toBe(true);
  });

  it('moves protected footage too: a move keeps every byte', async () => {
    const due = await footage(6);
    await fixture.protect({ cameraId, fromHoursAgo: 7, toHoursAgo: 5 });
    expect(await fixture.round()).toMatchObject({ archived: 1 });
    expect(await rowOf(due)).toMatchObject({ tier: 'archive' });
  });

  it('deletes the oldest instead when a move would free nothing on the disk in question, and raises an event', async () => {
    // Both storages are on the disk of the tests.
    await fixture.db.updateTable('recordingPolicy').set({ minFreeBytes: 5_000 }).execute();
    const [oldest, newer] = [await footage(3), await footage(2)];
    const readStorages: ReadStorages = async () =>
      (await fixture.readStorages()).map((storage) => ({
        ...storage,
        reading: { ...storage.reading, freeBytes: 3_500 + (fixture.onDisk(oldest) ? 0 : 1_000), totalBytes: 10_000 },
      }));
    expect(await fixture.round({ readStorages })).toMatchObject({ archived: 0, evicted: 2 });
    expect([fixture.onDisk(oldest), fixture.onDisk(newer)]).toEqual([false, true]);
    expect(await fixture.events()).toContain('premature_rollover');
  });

  it('moves early when that frees space on the disk in question', async () => {
    const policy = { minFreeBytes: 5_000 };
    await fixture.db.updateTable('recordingPolicy').set(policy).execute();
    const oldest = await footage(3);
    const readStorages: ReadStorages = async () =>
      (await fixture.readStorages()).map((storage) => ({
        ...storage,
        reading: {
          ...storage.reading,
          deviceId: storage.id,
          freeBytes: storage.id === live.id ? 4_500 : 900_000,
          totalBytes: 1_000_000,
        },
      }));
    expect(await fixture.round({ readStorages })).toMatchObject({ archived: 1, evicted: 0 });
    expect(await rowOf(oldest)).toMatchObject({ tier: 'archive' });
  });
});
