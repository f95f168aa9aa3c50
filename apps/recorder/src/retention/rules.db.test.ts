import { type FootageFate, listDeletions } from '@holdfast/db';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { ReadStorages } from '../storage/read-storages.ts';
import { HOUR_MS, startKeeping, type TestFootage, type TestKeeping, type TestStorage } from '../test-keeping.ts';
import { createClockGuard } from './clock-guard.ts';

let keeping: TestKeeping;
let disk: TestStorage;

beforeEach(async () => {
  keeping = await startKeeping(inject('postgresUrl'));
  disk = await keeping.storage('disk');
});
afterEach(() => keeping.close());

/** A disk with this much space left, whatever the disk under the tests has. */
const withFree =
  (freeBytes: () => number): ReadStorages =>
  async () =>
    (await keeping.readStorages()).map((storage) => ({
      ...storage,
      reading: { ...storage.reading, freeBytes: freeBytes(), totalBytes: 1_000_000 },
    }));

const left = (all: readonly TestFootage[]) => all.map(keeping.onDisk);

describe('line 18: age, shared budgets, free-space floor, ceiling', () => {
  it('ages out what is older than its policy keeps', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveRetentionHours: 10 }));
    const all = [];
    for (const hoursAgo of [12, 11, 9]) all.push(await keeping.footage({ cameraId, storage: disk, hoursAgo }));
    expect(await keeping.pass()).toMatchObject({ aged: 2 });
    expect(left(all)).toEqual([false, false, true]);
  });

  it('ages out disabled cameras too', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveRetentionHours: 10 }), { enabled: false });
    const footage = await keeping.footage({ cameraId, storage: disk, hoursAgo: 12 });
    await keeping.pass();
    expect(keeping.onDisk(footage)).toBe(false);
  });

  it('shares a budget among the cameras of a policy, oldest first across them', async () => {
    const policyId = await keeping.policy({ liveMaxBytes: 3_000 });
    const [gate, yard] = [await keeping.camera(policyId), await keeping.camera(policyId)];
    const other = await keeping.camera(await keeping.policy({}));
    const all = [
      await keeping.footage({ cameraId: gate, storage: disk, hoursAgo: 6 }),
      await keeping.footage({ cameraId: yard, storage: disk, hoursAgo: 5 }),
      await keeping.footage({ cameraId: gate, storage: disk, hoursAgo: 4 }),
      await keeping.footage({ cameraId: gate, storage: disk, hoursAgo: 3 }),
      await keeping.footage({ cameraId: yard, storage: disk, hoursAgo: 2 }),
      await keeping.footage({ cameraId: other, storage: disk, hoursAgo: 100 }),
    ];
    expect(await keeping.pass()).toMatchObject({ overBudget: 2, aged: 0 });
    expect(left(all)).toEqual([false, false, true, true, true, true]);
    expect((await listDeletions(keeping.db, gate)).map(({ reason }) => reason)).toEqual(['evicted']);
    expect(await keeping.events()).toEqual([]);
  });

  it('keeps the free-space floor by deleting the oldest of any policy, and says that it was early', async () => {
    const policies = [await keeping.policy({ liveStorageId: disk.id, minFreeBytes: 5_000 }), await keeping.policy({})];
    const cameras = await Promise.all(policies.map((id) => keeping.camera(id)));
    const all: TestFootage[] = [];
    for (const [n, hoursAgo] of [6, 5, 4, 3].entries())
      all.push(await keeping.footage({ cameraId: cameras[n % 2] ?? '', storage: disk, hoursAgo }));
    const readStorages = withFree(() => 2_500 + 1_000 * all.filter((one) => !keeping.onDisk(one)).length);
    expect(await keeping.pass({ readStorages })).toMatchObject({ evicted: 3 });
    expect(left(all)).toEqual([false, false, false, true]);
    expect(await keeping.events()).toEqual(['premature_rollover', 'premature_rollover']);
    const reasons = await Promise.all(cameras.map((id) => listDeletions(keeping.db, id)));
    expect(new Set(reasons.flat().map(({ reason }) => reason))).toEqual(new Set(['evicted']));
  });

  it('does not ask twice for space that the file system shows only later', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveStorageId: disk.id, minFreeBytes: 5_000 }));
    const all = [];
    for (const hoursAgo of [6, 5, 4, 3]) all.push(await keeping.footage({ cameraId, storage: disk, hoursAgo }));
    expect(await keeping.pass({ readStorages: withFree(() => 3_000), batchLimit: 1 })).toMatchObject({ evicted: 2 });
    expect(left(all)).toEqual([false, false, true, true]);
  });

  it('says once, not every minute, that footage goes early', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveStorageId: disk.id, minFreeBytes: 5_000 }));
    for (const hoursAgo of [6, 5, 4, 3]) await keeping.footage({ cameraId, storage: disk, hoursAgo });
    for (let minute = 0; minute < 3; minute += 1) await keeping.pass({ readStorages: withFree(() => 4_500) });
    expect(await keeping.events()).toEqual(['premature_rollover']);
  });

  it('holds the absolute ceiling even for what an archive still has to take', async () => {
    const away = await keeping.storage('archive');
    const policy = { archiveEnabled: true, archiveStorageId: away.id, archiveAfterHours: 1_000, maxRetentionDays: 2 };
    const cameraId = await keeping.camera(await keeping.policy({ ...policy, liveRetentionHours: 10 }));
    const all = [];
    for (const hoursAgo of [50, 30]) all.push(await keeping.footage({ cameraId, storage: disk, hoursAgo }));
    expect(await keeping.pass()).toMatchObject({ overCeiling: 1, aged: 0 });
    expect(left(all)).toEqual([false, true]);
  });

  it.each([
    ['age', { liveRetentionHours: 1 }],
    ['budget', { liveMaxBytes: 1 }],
    ['floor', { minFreeBytes: 900_000 }],
    ['ceiling', { maxRetentionDays: 1, liveRetentionHours: 9_000 }],
  ])('skips protected bookmarks when the rule is %s', async (_rule, fields) => {
    const policyId = await keeping.policy({ liveStorageId: disk.id, ...fields });
    const [cameraId, other] = [await keeping.camera(policyId), await keeping.camera(policyId)];
    const own = await keeping.footage({ cameraId, storage: disk, hoursAgo: 60 });
    const everybodys = await keeping.footage({ cameraId: other, storage: disk, hoursAgo: 50 });
    const unprotected = await keeping.footage({ cameraId, storage: disk, hoursAgo: 40 });
    await keeping.protect({ cameraId, fromHoursAgo: 60.0005, toHoursAgo: 59.9995 });
    await keeping.protect({ cameraId: null, fromHoursAgo: 51, toHoursAgo: 49 });
    await keeping.pass({ readStorages: withFree(() => 100), batchLimit: 1 });
    expect(left([own, everybodys, unprotected])).toEqual([true, true, false]);
  });

  it.each([
    ['age', { liveRetentionHours: 1 }],
    ['budget', { liveMaxBytes: 1 }],
    ['floor', { minFreeBytes: 900_000 }],
    ['ceiling', { maxRetentionDays: 1, liveRetentionHours: 9_000 }],
  ])(
    'a bookmark on media from before the second of its file protects that file when the rule is %s',
    async (_rule, fields) => {
      const cameraId = await keeping.camera(await keeping.policy({ liveStorageId: disk.id, ...fields }));
      const first = await keeping.footage({ cameraId, storage: disk, hoursAgo: 60, leadMs: 8_000 });
      const next = await keeping.footage({ cameraId, storage: disk, hoursAgo: 60 - 4_000 / HOUR_MS });
      await keeping.protect({
        cameraId,
        fromHoursAgo: 60 + 6_000 / HOUR_MS,
        toHoursAgo: 60 + 3_000 / HOUR_MS,
      });
      await keeping.pass({ readStorages: withFree(() => 100) });
      expect(left([first, next])).toEqual([true, false]);
    },
  );

  it('remembers for all the time of a deleted file why it is gone, from its first picture on', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveRetentionHours: 10 }));
    const { startMs } = await keeping.footage({ cameraId, storage: disk, hoursAgo: 12, leadMs: 8_000 });
    await keeping.pass();
    expect(await listDeletions(keeping.db, cameraId)).toMatchObject([
      { startTs: new Date(startMs - 8_000), endTs: new Date(startMs + 4_000), reason: 'retention' },
    ]);
  });

  it('steps over a long protected range to what may go', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveMaxBytes: 10_000 }));
    const kept = [];
    for (let n = 0; n < 10; n += 1)
      kept.push(await keeping.footage({ cameraId, storage: disk, hoursAgo: 30 - n / 10 }));
    const gone = await keeping.footage({ cameraId, storage: disk, hoursAgo: 3 });
    await keeping.protect({ cameraId, fromHoursAgo: 40, toHoursAgo: 20 });
    expect(await keeping.pass({ batchLimit: 2 })).toMatchObject({ overBudget: 1, unmet: 0 });
    expect(left(kept)).not.toContain(false);
    expect(keeping.onDisk(gone)).toBe(false);
  });

  it('says so when a budget stays broken because all of it is protected', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveMaxBytes: 500 }));
    await keeping.footage({ cameraId, storage: disk, hoursAgo: 3 });
    await keeping.protect({ cameraId, fromHoursAgo: 4, toHoursAgo: 2 });
    expect(await keeping.pass()).toMatchObject({ overBudget: 0, unmet: 1 });
    await keeping.pass();
    expect(await keeping.events()).toEqual(['policy_over_cap']);
  });

  it('does not believe ages while the clock is in doubt, but still makes room', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveRetentionHours: 1, liveMaxBytes: 1_500 }));
    const all = [];
    for (const hoursAgo of [6, 5]) all.push(await keeping.footage({ cameraId, storage: disk, hoursAgo }));
    const counts = await keeping.pass({ clockGuard: { holdsAges: () => true } });
    expect(counts).toMatchObject({ aged: 0, overBudget: 1, holdsAges: true });
    expect(left(all)).toEqual([false, true]);
  });

  it('says that footage went early while the clock is in doubt, as at any other time', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveStorageId: disk.id, minFreeBytes: 5_000 }));
    for (const hoursAgo of [6, 5, 4]) await keeping.footage({ cameraId, storage: disk, hoursAgo });
    const counts = await keeping.pass({
      clockGuard: { holdsAges: () => true },
      readStorages: withFree(() => 4_500),
    });
    expect(counts).toMatchObject({ aged: 0, evicted: 1 });
    expect(await keeping.events()).toEqual(['premature_rollover']);
  });

  it('does not believe a clock that jumps ahead in the middle of a pass', async () => {
    const cameraId = await keeping.camera(await keeping.policy({ liveRetentionHours: 10 }));
    const fresh = await keeping.footage({ cameraId, storage: disk, hoursAgo: 1 });
    const { clock } = keeping;
    const clockGuard = createClockGuard({ clock, steadyMs: () => 0, lastKnownMs: undefined });
    let looks = 0;
    const counts = await keeping.pass({
      clockGuard,
      readStorages: async () => {
        looks += 1;
        if (looks === 1) clock.step(365 * 24 * HOUR_MS);
        return keeping.readStorages();
      },
    });
    expect(counts).toMatchObject({ aged: 0, holdsAges: true });
    expect(left([fresh])).toEqual([true]);
  });
});

describe('line 18: removed cameras', () => {
  const remove = (id: string, footageFate: FootageFate) =>
    keeping.db
      .updateTable('camera')
      .set({ removedAt: new Date(keeping.clock.now()), footageFate })
      .where('id', '=', id)
      .execute();
  const cameras = async () => (await keeping.db.selectFrom('camera').select('id').execute()).map(({ id }) => id);
  const policies = async () =>
    (await keeping.db.selectFrom('recordingPolicy').select('id').execute()).map(({ id }) => id);

  it('lose all their footage when that was asked for, and then end with their own deviation', async () => {
    const policyId = await keeping.policy({ origin: 'deviation' });
    const cameraId = await keeping.camera(policyId);
    for (const hoursAgo of [5, 4, 3, 2, 1]) await keeping.footage({ cameraId, storage: disk, hoursAgo });
    await remove(cameraId, 'delete');
    expect(await keeping.pass({ batchLimit: 2 })).toMatchObject({ ofRemovedCameras: 5, reapedCameras: 0 });
    keeping.clock.step(11 * 60_000);
    expect(await keeping.pass()).toMatchObject({ reapedCameras: 1 });
    expect(await cameras()).toEqual([]);
    expect(await policies()).not.toContain(policyId);
  });

  it('keep what is protected until nobody protects it any more', async () => {
    const cameraId = await keeping.camera(await keeping.policy({}));
    const kept = await keeping.footage({ cameraId, storage: disk, hoursAgo: 5 });
    await keeping.footage({ cameraId, storage: disk, hoursAgo: 1 });
    await keeping.protect({ cameraId, fromHoursAgo: 6, toHoursAgo: 4 });
    await remove(cameraId, 'delete');
    keeping.clock.step(11 * 60_000);
    expect(await keeping.pass()).toMatchObject({ ofRemovedCameras: 1, reapedCameras: 0 });
    expect(keeping.onDisk(kept)).toBe(true);
    await keeping.db.deleteFrom('bookmark').execute();
    expect(await keeping.pass()).toMatchObject({ ofRemovedCameras: 1, reapedCameras: 1 });
  });

  it('lose protected footage too when that was asked for', async () => {
    const cameraId = await keeping.camera(await keeping.policy({}));
    const other = await keeping.camera(await keeping.policy({}));
    const [gone, kept] = [
      await keeping.footage({ cameraId, storage: disk, hoursAgo: 5 }),
      await keeping.footage({ cameraId: other, storage: disk, hoursAgo: 5 }),
    ];
    await keeping.protect({ cameraId: null, fromHoursAgo: 6, toHoursAgo: 4 });
    await remove(cameraId, 'delete_protected');
    expect(await keeping.pass()).toMatchObject({ ofRemovedCameras: 1 });
    expect([keeping.onDisk(gone), keeping.onDisk(kept)]).toEqual([false, true]);
  });

  it('stay as a name for their events, without their policy, until the last event is gone', async () => {
    const policyId = await keeping.policy({ origin: 'deviation' });
    const cameraId = await keeping.camera(policyId);
    await keeping.db
      .insertInto('systemEvent')
      .values({ eventKey: 'camera_offline', cameraId, ts: new Date(0), detail: '' })
      .execute();
    await remove(cameraId, 'delete');
    keeping.clock.step(11 * 60_000);
    expect(await keeping.pass()).toMatchObject({ reapedCameras: 1 });
    expect(await keeping.pass()).toMatchObject({ reapedCameras: 0 });
    expect(await cameras()).toEqual([cameraId]);
    expect(await policies()).not.toContain(policyId);
    await keeping.db.deleteFrom('systemEvent').execute();
    expect(await keeping.pass()).toMatchObject({ reapedCameras: 1 });
    expect(await cameras()).toEqual([]);
  });

  it('age out by their policy when their footage is kept, and end with its last segment', async () => {
    const policyId = await keeping.policy({ liveRetentionHours: 10 });
    const cameraId = await keeping.camera(policyId);
    const footage = await keeping.footage({ cameraId, storage: disk, hoursAgo: 9.5 });
    await remove(cameraId, 'keep');
    expect(await keeping.pass()).toMatchObject({ aged: 0, reapedCameras: 0 });
    keeping.clock.step(3_600_000);
    expect(await keeping.pass()).toMatchObject({ aged: 1, reapedCameras: 1 });
    expect(keeping.onDisk(footage)).toBe(false);
    // What an operator named is kept without members.
    expect(await policies()).toContain(policyId);
  });

  it('leave a deviation alone that another camera still has', async () => {
    const policyId = await keeping.policy({ origin: 'deviation' });
    const [gone] = [await keeping.camera(policyId), await keeping.camera(policyId)];
    await remove(gone, 'delete');
    keeping.clock.step(11 * 60_000);
    expect(await keeping.pass()).toMatchObject({ reapedCameras: 1 });
    expect(await policies()).toContain(policyId);
  });
});
