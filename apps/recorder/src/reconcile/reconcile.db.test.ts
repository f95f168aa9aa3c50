import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listDeletions, resumePruning } from '@holdfast/db';
import { segmentName, siblingName } from '@holdfast/domain';
import { until } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { copyVerified } from '../retention/copy-verified.ts';
import { INCOMING } from '../storage/incoming.ts';
import { QUARANTINE } from '../storage/quarantine.ts';
import { HOUR_MS, startTestRetention, type TestRetention, type TestStorage } from '../test-retention.ts';
import { segmentBytes } from '../test-segment.ts';
import { createReconciler } from './reconcile.ts';

let fixture: TestRetention;
let disk: TestStorage;
let cameraId: string;

beforeEach(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
  disk = await fixture.storage('disk');
  cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id, liveRetentionHours: 9_000 }));
  // Files written by the tests are as old as they need to be.
  fixture.clock.step(2 * HOUR_MS);
});
afterEach(() => fixture.close());

const reconcile = async (
  options: {
    atBoot?: boolean;
    adoptionsPerRound?: number;
    rowsPerRound?: number;
    pausesAgeRules?: boolean;
    mayDrop?: boolean;
  } = {},
) => {
  const { atBoot = false, pausesAgeRules = false, mayDrop = true, ...limits } = options;
  const reconciler = createReconciler({
    ...fixture,
    clockGuard: { pausesAgeRules: () => pausesAgeRules },
    mayDrop: () => mayDrop,
    ...limits,
  });
  const results = await reconciler.run({ atBoot });
  return results.find(({ storageId }) => storageId === disk.id);
};
const nameAt = (hoursAgo: number) => segmentName(Math.floor((fixture.clock.now() - hoursAgo * HOUR_MS) / 1000) * 1000);
const put = async (name: string, bytes: Buffer | string, { camera = cameraId, storage = disk } = {}) => {
  const path = `${camera}/main/${name.slice(0, 8)}/${name}`;
  await mkdir(dirname(join(storage.root, path)), { recursive: true });
  await writeFile(join(storage.root, path), bytes);
  return path;
};
const quarantined = async () =>
  existsSync(join(disk.root, QUARANTINE)) ? (await readdir(join(disk.root, QUARANTINE))).sort() : [];
const stamp = () => segmentName(fixture.clock.now()).replace('.mp4', '');

describe('line 21: orphans', () => {
  it('adopts a complete orphan with the properties in its boxes', async () => {
    const bytes = await segmentBytes();
    const path = await put(nameAt(3), bytes);
    expect(await reconcile()).toMatchObject({ adopted: 1, more: false });
    const [row] = await fixture.db.selectFrom('segment').selectAll().execute();
    expect(row).toMatchObject({
      cameraId,
      stream: 'main',
      path,
      storageId: disk.id,
      tier: 'live',
      durationMs: 1000,
      sizeBytes: bytes.length,
    });
    expect(row?.endTs.getTime()).toBe((row?.startTs.getTime() ?? 0) + 1000);
    expect(await reconcile()).toMatchObject({ adopted: 0, droppedRows: 0 });
  });

  it('marks a storage with the first segment that it adopts', async () => {
    await put(nameAt(3), await segmentBytes());
    await reconcile();
    expect((await fixture.readStorages()).find(({ id }) => id === disk.id)?.reading.marker).toBe('ours');
  });

  it('leaves a fresh file to its publisher, except at boot', async () => {
    fixture.clock.step(-2 * HOUR_MS);
    await put(nameAt(0), await segmentBytes());
    expect(await reconcile()).toMatchObject({ adopted: 0 });
    expect(await reconcile({ atBoot: true })).toMatchObject({ adopted: 1 });
  });

  it('adopts no more than its limit per round, and reports that there is more', async () => {
    for (const hoursAgo of [3, 4, 5]) await put(nameAt(hoursAgo), await segmentBytes());
    expect(await reconcile({ adoptionsPerRound: 2 })).toMatchObject({ adopted: 2, more: true });
    expect(await reconcile({ adoptionsPerRound: 2 })).toMatchObject({ adopted: 1, more: false });
  });

  it('keeps siblings forever: never adopted, never quarantined, never deleted', async () => {
    const bytes = await segmentBytes();
    const siblings = [
      await put(siblingName(nameAt(3), 1), bytes),
      await put(siblingName(nameAt(3), 12), 'not even a video'),
      await put(siblingName(nameAt(9_999), 1), bytes),
    ];
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 9_500 });
    await fixture.round();
    for (let n = 0; n < 2; n += 1) {
      expect(await reconcile({ atBoot: n === 0 })).toMatchObject({ siblings: 3, adopted: 0, quarantined: 0 });
      fixture.clock.step(30 * 24 * HOUR_MS);
    }
    expect(siblings.map((path) => existsSync(join(disk.root, path)))).toEqual([true, true, true]);
    expect(await fixture.indexed()).toEqual([]);
  });

  it('leaves files of unknown cameras and foreign files alone', async () => {
    const stranger = '00000000-0000-4000-8000-000000000000';
    const paths = [
      await put(nameAt(3), await segmentBytes(), { camera: stranger }),
      await put(nameAt(3), 'holiday', { camera: 'photos' }),
    ];
    const target = await put(nameAt(5), await segmentBytes(), { camera: stranger });
    await mkdir(join(disk.root, cameraId, 'main', '20200101'), { recursive: true });
    await symlink(join(disk.root, target), join(disk.root, cameraId, 'main', '20200101', '20200101T000000Z.mp4'));
    expect(await reconcile()).toMatchObject({ adopted: 0, quarantined: 0, ofUnknownCameras: 2 });
    expect(paths.every((path) => existsSync(join(disk.root, path)))).toBe(true);
  });

  it('leaves a file alone whose start is indexed with another file', async () => {
    const other = await fixture.storage('other');
    const footage = await fixture.footage({ cameraId, storage: other, hoursAgo: 3, bytes: await segmentBytes() });
    const path = await put(footage.path.split('/').at(-1) ?? '', await segmentBytes());
    expect(await reconcile()).toMatchObject({ adopted: 0, duplicates: 1 });
    expect(existsSync(join(disk.root, path))).toBe(true);
  });

  it('removes the source of a move that was killed after the row was changed, once its copy is verified', async () => {
    const archive = await fixture.storage('archive');
    const bytes = await segmentBytes();
    await fixture.footage({ cameraId, storage: archive, hoursAgo: 20, tier: 'archive' });
    const [whole, altered] = [
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 3, bytes }),
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 4, bytes }),
    ];
    for (const { path, file } of [whole, altered])
      await copyVerified({ source: file, root: archive.root, target: join(archive.root, path) });
    await fixture.db
      .updateTable('segment')
      .set({ storageId: archive.id, tier: 'archive' })
      .where('storageId', '=', disk.id)
      .execute();
    await writeFile(join(archive.root, altered.path), Buffer.concat([bytes.subarray(0, -1), Buffer.from([7])]));
    expect(await reconcile()).toMatchObject({ finishedMoves: 1, duplicates: 1, adopted: 0 });
    expect([fixture.onDisk(whole), fixture.onDisk(altered)]).toEqual([false, true]);
    expect(await readFile(join(archive.root, whole.path))).toEqual(bytes);
  });
});

describe('line 21: one file under two names', () => {
  it('is not mistaken for a redundant copy', async () => {
    const archive = await fixture.storage('archive');
    const archived = await fixture.footage({
      cameraId,
      storage: archive,
      hoursAgo: 3,
      tier: 'archive',
      bytes: await segmentBytes(),
    });
    await mkdir(dirname(join(disk.root, archived.path)), { recursive: true });
    await link(archived.file, join(disk.root, archived.path));
    expect(await reconcile()).toMatchObject({ duplicates: 1, finishedMoves: 0 });
    expect(existsSync(join(disk.root, archived.path))).toBe(true);
  });
});

describe('line 21: quarantine', () => {
  it('gets files that cannot be parsed, with the current time in their name', async () => {
    const broken = nameAt(3);
    await put(broken, 'x'.repeat(600));
    await put(`${broken}.part`, await segmentBytes());
    expect(await reconcile()).toMatchObject({ adopted: 0, quarantined: 2 });
    expect(await quarantined()).toEqual([`${stamp()}-${broken}`, `${stamp()}-${broken}.part`]);
  });

  it('gets a segment in the folder of another day', async () => {
    const path = `${cameraId}/main/20200101/${nameAt(3)}`;
    await mkdir(dirname(join(disk.root, path)), { recursive: true });
    await writeFile(join(disk.root, path), await segmentBytes());
    expect(await reconcile()).toMatchObject({ adopted: 0, quarantined: 1 });
  });

  it('never overwrites an entry', async () => {
    const name = nameAt(3);
    await put(name, 'a'.repeat(600));
    await reconcile();
    await put(name, 'b'.repeat(600));
    await reconcile();
    const contents = await Promise.all(
      (await quarantined()).map((entry) => readFile(join(disk.root, QUARANTINE, entry), 'utf8')),
    );
    expect(contents.map((text) => text[0]).sort()).toEqual(['a', 'b']);
  });

  it('deletes entries after fourteen days, however old the file is', async () => {
    const path = await put(nameAt(9_000), 'x'.repeat(600));
    await utimes(join(disk.root, path), new Date(0), new Date(0));
    await reconcile();
    fixture.clock.step(14 * 24 * HOUR_MS);
    expect(await reconcile()).toMatchObject({ purged: 0 });
    fixture.clock.step(1_000);
    expect(await reconcile({ pausesAgeRules: true })).toMatchObject({ purged: 0 });
    expect(await reconcile()).toMatchObject({ purged: 1 });
    expect(await quarantined()).toEqual([]);
  });

  it('adds a time to foreign entries, and gets incomplete copies', async () => {
    await mkdir(join(disk.root, QUARANTINE));
    await mkdir(join(disk.root, INCOMING));
    await writeFile(join(disk.root, QUARANTINE, 'spool-7.mp4'), '');
    await writeFile(join(disk.root, INCOMING, 'half'), '');
    await reconcile();
    expect(await quarantined()).toEqual([`${stamp()}-half`, `${stamp()}-spool-7.mp4`]);
  });
});

describe('line 20 and 21: rows without files', () => {
  it('are dropped, and only they', async () => {
    const [gone, kept] = [
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 3 }),
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 4 }),
    ];
    await unlink(gone.file);
    expect(await reconcile()).toMatchObject({ checkedRows: 2, missingRows: 1, droppedRows: 1 });
    expect(await fixture.indexed()).toEqual([kept.path]);
  });

  it('are those whose file was replaced by a folder, a link or a pipe, too', async () => {
    const [folder, link, pipe] = [
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 3 }),
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 4 }),
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 5 }),
    ];
    const kept = await fixture.footage({ cameraId, storage: disk, hoursAgo: 6 });
    for (const { file } of [folder, link, pipe]) await unlink(file);
    await mkdir(folder.file);
    await symlink(kept.file, link.file);
    execFileSync('mkfifo', [pipe.file]);
    expect(await reconcile()).toMatchObject({ checkedRows: 4, missingRows: 3, droppedRows: 3 });
    expect(await fixture.indexed()).toEqual([kept.path]);
  });

  it('are those whose file was emptied, cut or overwritten, and what is left of it stays footage', async () => {
    const bytes = await segmentBytes();
    const [emptied, cut, overwritten] = [
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 3, bytes }),
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 4, bytes }),
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 5, bytes }),
    ];
    const kept = await fixture.footage({ cameraId, storage: disk, hoursAgo: 6, bytes });
    await truncate(emptied.file, 0);
    await truncate(cut.file, bytes.length - 1);
    await writeFile(overwritten.file, 'x'.repeat(600));
    expect(await reconcile()).toMatchObject({ checkedRows: 4, missingRows: 3, droppedRows: 3, more: true });
    expect(await fixture.indexed()).toEqual([kept.path]);
    const [event] = await fixture.db.selectFrom('raisedEvent').selectAll().execute();
    expect(event).toMatchObject({ eventKey: 'footage_vanished', cameraId, data: { files: 3, damaged: 3 } });
    expect(event?.detail).toContain('on storage disk are gone or damaged.');
    expect(await listDeletions(fixture.db, cameraId)).toHaveLength(3);
    expect(await reconcile()).toMatchObject({ adopted: 1, quarantined: 2, missingRows: 0 });
    expect((await fixture.indexed()).sort()).toEqual([cut.path, kept.path].sort());
    expect(await fixture.events()).toHaveLength(1);
  });

  it('are those whose file has other content of the same size, once a reader could not play it', async () => {
    const bytes = await segmentBytes();
    const [spoilt, whole] = [
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 3, bytes }),
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 4, bytes }),
    ];
    await writeFile(spoilt.file, Buffer.alloc(bytes.length, 'x'));
    const reconciler = createReconciler({ ...fixture, clockGuard: { pausesAgeRules: () => false } });
    expect(await reconciler.run({ atBoot: false, from: whole.path })).toMatchObject([{ droppedRows: 0 }]);
    expect(await reconciler.run({ atBoot: false, from: spoilt.path })).toMatchObject([{ droppedRows: 1 }]);
    expect(await fixture.indexed()).toEqual([whole.path]);
  });

  it('are kept while the disk is unmounted or another is in its place', async () => {
    const footage = await fixture.footage({ cameraId, storage: disk, hoursAgo: 3 });
    await rename(disk.root, `${disk.root}-away`);
    await mkdir(disk.root);
    expect(await reconcile()).toBeUndefined();
    await writeFile(
      join(disk.root, '.holdfast-storage.json'),
      JSON.stringify({ storage_id: 'other', marker: 'theirs' }),
    );
    expect(await reconcile()).toBeUndefined();
    expect(await fixture.indexed()).toEqual([footage.path]);
    await rm(disk.root, { recursive: true });
    await rename(`${disk.root}-away`, disk.root);
    expect(await reconcile()).toMatchObject({ missingRows: 0 });
  });

  const record = async (count: number) => {
    const all = [];
    for (let n = 0; n < count; n += 1)
      all.push(await fixture.footage({ cameraId, storage: disk, hoursAgo: 40 - n / 900, bytes: 10 }));
    return all;
  };

  it('stop the pruning of their storage when they are more than 100 and more than half, until an operator confirms', async () => {
    const all = await record(203);
    for (const { file } of all.slice(0, 102)) await unlink(file);
    expect(await reconcile()).toMatchObject({
      missingRows: 102,
      droppedRows: 0,
      verdict: { kind: 'hold', reason: 'too-many-missing' },
    });
    expect(await fixture.events()).toEqual(['storage_unwritable']);
    for (const { file } of all.slice(1, 102)) await writeFile(file, 'back again');
    expect(await reconcile()).toMatchObject({ missingRows: 1, droppedRows: 0 });
    expect(await fixture.events()).toHaveLength(1);
    await resumePruning(fixture.db, { storageId: disk.id, now: new Date(fixture.clock.now()) });
    expect(await reconcile()).toMatchObject({ missingRows: 1, droppedRows: 1 });
  });

  it('are dropped, however many they are, for a day after an operator confirmed', async () => {
    const all = await record(203);
    for (const { file } of all.slice(0, 150)) await unlink(file);
    expect(await reconcile()).toMatchObject({ missingRows: 150, droppedRows: 0 });
    await resumePruning(fixture.db, { storageId: disk.id, now: new Date(fixture.clock.now()) });
    expect(await reconcile()).toMatchObject({ missingRows: 150, droppedRows: 150 });
    const more = await record(203);
    for (const { file } of more) await unlink(file);
    fixture.clock.step(25 * 60 * 60 * 1000);
    expect(await reconcile()).toMatchObject({ droppedRows: 0 });
  });

  it('leave a reason for the missing footage, for its whole time and only once', async () => {
    const streams = ['main', 'sub'] as const;
    const lost = [];
    for (const stream of streams)
      for (const n of [0, 1, 2])
        lost.push(
          await fixture.footage({
            cameraId,
            storage: disk,
            stream,
            hoursAgo: 3 - n / 900,
            leadMs: n === 0 ? 6_000 : 0,
          }),
        );
    const [first] = lost;
    for (const { file } of lost.filter((_, n) => n % 3 < 2)) await unlink(file);
    expect(await reconcile()).toMatchObject({ droppedRows: 4 });
    for (const { file } of lost.filter((_, n) => n % 3 === 2)) await unlink(file);
    expect(await reconcile()).toMatchObject({ droppedRows: 2 });
    const deletions = await listDeletions(fixture.db, cameraId);
    const startMs = first?.startMs ?? 0;
    expect(deletions.map(({ stream }) => stream).sort()).toEqual([...streams]);
    for (const deletion of deletions)
      expect(deletion).toMatchObject({
        startTs: new Date(startMs - 6_000),
        endTs: new Date(startMs + 12_000),
        reason: 'vanished',
      });
  });

  it('raise an event for each camera, with the range that is gone', async () => {
    const otherId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id, liveRetentionHours: 9_000 }));
    const of = (camera: string, hours: readonly number[]) =>
      Promise.all(hours.map((hoursAgo) => fixture.footage({ cameraId: camera, storage: disk, hoursAgo })));
    const [lost, otherLost] = [await of(cameraId, [9, 7, 8]), await of(otherId, [5])];
    await of(cameraId, [6]);
    for (const { file } of [...lost, ...otherLost]) await unlink(file);
    expect(await reconcile({ mayDrop: false })).toMatchObject({ more: true });
    expect(await fixture.events()).toEqual([]);
    expect(await reconcile()).toMatchObject({ droppedRows: 4, more: false });
    const events = await fixture.db.selectFrom('raisedEvent').selectAll().execute();
    const range = (footage: typeof lost) => ({
      from: new Date(Math.min(...footage.map(({ startMs }) => startMs))).toISOString(),
      until: new Date(Math.max(...footage.map(({ startMs }) => startMs)) + 4_000).toISOString(),
      files: footage.length,
      storage_id: disk.id,
    });
    expect(new Map(events.map(({ eventKey, data, cameraId: camera }) => [camera, { eventKey, data }]))).toEqual(
      new Map([
        [cameraId, { eventKey: 'footage_vanished', data: range(lost) }],
        [otherId, { eventKey: 'footage_vanished', data: range(otherLost) }],
      ]),
    );
    await reconcile();
    expect(await fixture.events()).toHaveLength(2);
  });

  it('stop pruning even if an operator confirmed it while nothing was stopped', async () => {
    const all = await record(203);
    await reconcile();
    await resumePruning(fixture.db, { storageId: disk.id, now: new Date(fixture.clock.now()) });
    for (const { file } of all.slice(0, 150)) await unlink(file);
    expect(await reconcile()).toMatchObject({ missingRows: 150, droppedRows: 0 });
  });

  it('are dropped when they are many but not more than half', async () => {
    const all = await record(240);
    for (const { file } of all.slice(0, 120)) await unlink(file);
    expect(await reconcile()).toMatchObject({ missingRows: 120, droppedRows: 120 });
  });

  it('are found at once when one of them is reported missing, wherever the search was, and all rows count once', async () => {
    const all = await record(5);
    await unlink(all[4]?.file ?? '');
    const options = { ...fixture, clockGuard: { pausesAgeRules: () => false } };
    const [bounded] = await createReconciler({ ...options, rowsPerRound: 2 }).run({
      atBoot: false,
      from: all[4]?.path,
    });
    expect(bounded).toMatchObject({ missingRows: 1, droppedRows: 1 });
    await unlink(all[0]?.file ?? '');
    const [whole] = await createReconciler(options).run({ atBoot: false, from: all[0]?.path });
    expect(whole).toMatchObject({ missingRows: 1, droppedRows: 1 });
    expect((await fixture.indexed()).length).toBe(3);
  });

  it('are looked for within seconds when a reader reports one', async () => {
    const [early, late] = await record(4);
    await unlink(early?.file ?? '');
    const reconciler = createReconciler({ ...fixture, clockGuard: { pausesAgeRules: () => false } });
    const stop = new AbortController();
    const running = reconciler.task.run(stop.signal);
    // The first round checks all files before it drops a row, and the next one follows in a quarter of an hour.
    await until(async () => (await fixture.indexed()).length === 3);
    await unlink(late?.file ?? '');
    const reportedMs = performance.now();
    reconciler.lookFor(late?.path ?? '');
    await until(async () => (await fixture.indexed()).length === 2);
    expect(performance.now() - reportedMs).toBeLessThan(60_000);
    stop.abort();
    await running;
  });

  it('are searched round robin, a bounded number at a time', async () => {
    const all = await record(5);
    await unlink(all[4]?.file ?? '');
    const reconciler = createReconciler({ ...fixture, clockGuard: { pausesAgeRules: () => false }, rowsPerRound: 2 });
    const checked = [];
    for (let n = 0; n < 4; n += 1) {
      const [result] = await reconciler.run({ atBoot: false });
      checked.push([result?.checkedRows, result?.droppedRows]);
    }
    expect(checked).toEqual([
      [2, 0],
      [2, 0],
      [1, 1],
      [2, 0],
    ]);
  });
});
