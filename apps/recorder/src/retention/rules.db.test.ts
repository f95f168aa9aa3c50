import { type FootageFate, listDeletions } from '@holdfast/db';
import { createClockGuard } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { ReadStorages } from '../storage/storage-registry.ts';
import {
  HOUR_MS,
  startTestRetention,
  type TestFootage,
  type TestRetention,
  type TestStorage,
} from '../test-retention.ts';

let fixture: TestRetention;
let disk: TestStorage;

beforeEach(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
  disk = await fixture.storage('disk');
});
afterEach(() => fixture.close());

/** A disk with this much free space, whatever the disk of the tests has. */
const withFree =
  (freeBytes: () => number): ReadStorages =>
  async () =>
    (await fixture.readStorages()).map((storage) => ({
      ...storage,
      reading: { ...storage.reading, freeBytes: freeBytes(), totalBytes: 1_000_000 },
    }));

const left = (all: readonly TestFootage[]) => all.map(fixture.onDisk);

describe('line 18: age, shared budgets, free-space floor, ceiling', () => {
  it('deletes footage that is older than its policy allows', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveRetentionHours: 10 }));
    const all = [];
    for (const hoursAgo of [12, 11, 9]) all.push(await fixture.footage({ cameraId, storage: disk, hoursAgo }));
    expect(await fixture.round()).toMatchObject({ aged: 2 });
    expect(left(all)).toEqual([false, false, true]);
  });

  it('deletes old footage of disabled cameras too', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveRetentionHours: 10 }), { enabled: false });
    const footage = await fixture.footage({ cameraId, storage: disk, hoursAgo: 12 });
    await fixture.round();
    expect(fixture.onDisk(footage)).toBe(false);
  });

  it('shares a budget among the cameras of a policy, oldest first across them', async () => {
    const policyId = await fixture.policy({ liveMaxBytes: 3_000 });
    const [gate, yard] = [await fixture.camera(policyId), await fixture.camera(policyId)];
    const other = await fixture.camera(await fixture.policy({}));
    const all = [
      await fixture.footage({ cameraId: gate, storage: disk, hoursAgo: 6 }),
      await fixture.footage({ cameraId: yard, storage: disk, hoursAgo: 5 }),
      await fixture.footage({ cameraId: gate, storage: disk, hoursAgo: 4 }),
      await fixture.footage({ cameraId: gate, storage: disk, hoursAgo: 3 }),
      await fixture.footage({ cameraId: yard, storage: disk, hoursAgo: 2 }),
      await fixture.footage({ cameraId: other, storage: disk, hoursAgo: 100 }),
    ];
    expect(await fixture.round()).toMatchObject({ overBudget: 2, aged: 0 });
    expect(left(all)).toEqual([false, false, true, true, true, true]);
    expect((await listDeletions(fixture.db, gate)).map(({ reason }) => reason)).toEqual(['evicted']);
    expect(await fixture.events()).toEqual([]);
  });

  it('keeps the free-space floor by deleting the oldest of any policy, and marks it as premature', async () => {
    const policies = [await fixture.policy({ liveStorageId: disk.id, minFreeBytes: 5_000 }), await fixture.policy({})];
    const cameras = await Promise.all(policies.map((id) => fixture.camera(id)));
    const all: TestFootage[] = [];
    for (const [n, hoursAgo] of [6, 5, 4, 3].entries())
      all.push(await fixture.footage({ cameraId: cameras[n % 2] ?? '', storage: disk, hoursAgo }));
    const readStorages = withFree(() => 2_500 + 1_000 * all.filter((one) => !fixture.onDisk(one)).length);
    expect(await fixture.round({ readStorages })).toMatchObject({ evicted: 3 });
    expect(left(all)).toEqual([false, false, false, true]);
    expect(await fixture.events()).toEqual(['premature_rollover', 'premature_rollover']);
    const reasons = await Promise.all(cameras.map((id) => listDeletions(fixture.db, id)));
    expect(new Set(reasons.flat().map(({ reason }) => reason))).toEqual(new Set(['evicted']));
  });

  it('does not free space twice that the file system reports late', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id, minFreeBytes: 5_000 }));
    const all = [];
    for (const hoursAgo of [6, 5, 4, 3]) all.push(await fixture.footage({ cameraId, storage: disk, hoursAgo }));
    expect(await fixture.round({ readStorages: withFree(() => 3_000), batchLimit: 1 })).toMatchObject({ evicted: 2 });
    expect(left(all)).toEqual([false, false, true, true]);
  });

  it('raises premature deletion once, not every minute', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id, minFreeBytes: 5_000 }));
    for (const hoursAgo of [6, 5, 4, 3]) await fixture.footage({ cameraId, storage: disk, hoursAgo });
    for (let minute = 0; minute < 3; minute += 1) await fixture.round({ readStorages: withFree(() => 4_500) });
    expect(await fixture.events()).toEqual(['premature_rollover']);
  });

  it('applies the ceiling even to footage that waits to be archived', async () => {
    const away = await fixture.storage('archive');
    const policy = { archiveEnabled: true, archiveStorageId: away.id, archiveAfterHours: 1_000, maxRetentionDays: 2 };
    const cameraId = await fixture.camera(await fixture.policy({ ...policy, liveRetentionHours: 10 }));
    const all = [];
    for (const hoursAgo of [50, 30]) all.push(await fixture.footage({ cameraId, storage: disk, hoursAgo }));
    expect(await fixture.round()).toMatchObject({ overCeiling: 1, aged: 0 });
    expect(left(all)).toEqual([false, true]);
  });

  it.each([
    ['age', { liveRetentionHours: 1 }],
    ['budget', { liveMaxBytes: 1 }],
    ['floor', { minFreeBytes: 900_000 }],
    ['ceiling', { maxRetentionDays: 1, liveRetentionHours: 9_000 }],
  ])('skips protected bookmarks when the rule is %s', async (_rule, fields) => {
    const policyId = await fixture.policy({ liveStorageId: disk.id, ...fields });
    const [cameraId, other] = [await fixture.camera(policyId), await fixture.camera(policyId)];
    const own = await fixture.footage({ cameraId, storage: disk, hoursAgo: 60 });
    const everybodys = await fixture.footage({ cameraId: other, storage: disk, hoursAgo: 50 });
    const unprotected = await fixture.footage({ cameraId, storage: disk, hoursAgo: 40 });
    await fixture.protect({ cameraId, fromHoursAgo: 60.0005, toHoursAgo: 59.9995 });
    await fixture.protect({ cameraId: null, fromHoursAgo: 51, toHoursAgo: 49 });
    await fixture.round({ readStorages: withFree(() => 100), batchLimit: 1 });
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
      const cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id, ...fields }));
      const first = await fixture.footage({ cameraId, storage: disk, hoursAgo: 60, leadMs: 8_000 });
      const next = await fixture.footage({ cameraId, storage: disk, hoursAgo: 60 - 4_000 / HOUR_MS });
      await fixture.protect({
        cameraId,
        fromHoursAgo: 60 + 6_000 / HOUR_MS,
        toHoursAgo: 60 + 3_000 / HOUR_MS,
      });
      await fixture.round({ readStorages: withFree(() => 100) });
      expect(left([first, next])).toEqual([true, false]);
    },
  );

  it('stores the reason for the whole time of a deleted file, from its first picture on', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveRetentionHours: 10 }));
    const { startMs } = await fixture.footage({ cameraId, storage: disk, hoursAgo: 12, leadMs: 8_000 });
    await fixture.round();
    expect(await listDeletions(fixture.db, cameraId)).toMatchObject([
      { startTs: new Date(startMs - 8_000), endTs: new Date(startMs + 4_000), reason: 'retention' },
    ]);
  });

  it('skips a long protected range', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveMaxBytes: 10_000 }));
    const kept = [];
    for (let n = 0; n < 10; n += 1)
      kept.push(await fixture.footage({ cameraId, storage: disk, hoursAgo: 30 - n / 10 }));
    const gone = await fixture.footage({ cameraId, storage: disk, hoursAgo: 3 });
    await fixture.protect({ cameraId, fromHoursAgo: 40, toHoursAgo: 20 });
    expect(await fixture.round({ batchLimit: 2 })).toMatchObject({ overBudget: 1, unmet: 0 });
    expect(left(kept)).not.toContain(false);
    expect(fixture.onDisk(gone)).toBe(false);
  });

  it('raises an event when a budget stays exceeded because everything is protected', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveMaxBytes: 500 }));
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 3 });
    await fixture.protect({ cameraId, fromHoursAgo: 4, toHoursAgo: 2 });
    expect(await fixture.round()).toMatchObject({ overBudget: 0, unmet: 1 });
    await fixture.round();
    expect(await fixture.events()).toEqual(['policy_over_cap']);
  });

  it('pauses the age rules while the clock is suspect, but still frees space', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveRetentionHours: 1, liveMaxBytes: 1_500 }));
    const all = [];
    for (const hoursAgo of [6, 5]) all.push(await fixture.footage({ cameraId, storage: disk, hoursAgo }));
    const counts = await fixture.round({ clockGuard: { pausesAgeRules: () => true } });
    expect(counts).toMatchObject({ aged: 0, overBudget: 1, pausesAgeRules: true });
    expect(left(all)).toEqual([false, true]);
  });

  it('marks premature deletions while the clock is suspect, as at any other time', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id, minFreeBytes: 5_000 }));
    for (const hoursAgo of [6, 5, 4]) await fixture.footage({ cameraId, storage: disk, hoursAgo });
    const counts = await fixture.round({
      clockGuard: { pausesAgeRules: () => true },
      readStorages: withFree(() => 4_500),
    });
    expect(counts).toMatchObject({ aged: 0, evicted: 1 });
    expect(await fixture.events()).toEqual(['premature_rollover']);
  });

  it('does not trust a clock that jumps ahead during a round', async () => {
    const cameraId = await fixture.camera(await fixture.policy({ liveRetentionHours: 10 }));
    const fresh = await fixture.footage({ cameraId, storage: disk, hoursAgo: 1 });
    const { clock } = fixture;
    const clockGuard = createClockGuard({ clock, steadyMs: () => 0, lastKnownMs: undefined });
    let looks = 0;
    const counts = await fixture.round({
      clockGuard,
      readStorages: async () => {
        looks += 1;
        if (looks === 1) clock.step(365 * 24 * HOUR_MS);
        return fixture.readStorages();
      },
    });
    expect(counts).toMatchObject({ aged: 0, pausesAgeRules: true });
    expect(left([fresh])).toEqual([true]);
  });
});

describe('line 18: removed cameras', () => {
  const remove = (id: string, footageFate: FootageFate) =>
    fixture.db
      .updateTable('camera')
      .set({ removedAt: new Date(fixture.clock.now()), footageFate })
      .where('id', '=', id)
      .execute();
  const cameras = async () => (await fixture.db.selectFrom('camera').select('id').execute()).map(({ id }) => id);
  const policies = async () =>
    (await fixture.db.selectFrom('recordingPolicy').select('id').execute()).map(({ id }) => id);

  it('lose all their footage on request, and are then deleted with their own deviation', async () => {
    const policyId = await fixture.policy({ origin: 'deviation' });
    const cameraId = await fixture.camera(policyId);
    for (const hoursAgo of [5, 4, 3, 2, 1]) await fixture.footage({ cameraId, storage: disk, hoursAgo });
    await remove(cameraId, 'delete');
    expect(await fixture.round({ batchLimit: 2 })).toMatchObject({ ofRemovedCameras: 5, reapedCameras: 0 });
    fixture.clock.step(11 * 60_000);
    expect(await fixture.round()).toMatchObject({ reapedCameras: 1 });
    expect(await cameras()).toEqual([]);
    expect(await policies()).not.toContain(policyId);
  });

  it('keep protected footage as long as it is protected', async () => {
    const cameraId = await fixture.camera(await fixture.policy({}));
    const kept = await fixture.footage({ cameraId, storage: disk, hoursAgo: 5 });
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 1 });
    await fixture.protect({ cameraId, fromHoursAgo: 6, toHoursAgo: 4 });
    await remove(cameraId, 'delete');
    fixture.clock.step(11 * 60_000);
    expect(await fixture.round()).toMatchObject({ ofRemovedCameras: 1, reapedCameras: 0 });
    expect(fixture.onDisk(kept)).toBe(true);
    await fixture.db.deleteFrom('bookmark').execute();
    expect(await fixture.round()).toMatchObject({ ofRemovedCameras: 1, reapedCameras: 1 });
  });

  it('lose protected footage too on request', async () => {
    const cameraId = await fixture.camera(await fixture.policy({}));
    const other = await fixture.camera(await fixture.policy({}));
    const [gone, kept] = [
      await fixture.footage({ cameraId, storage: disk, hoursAgo: 5 }),
      await fixture.footage({ cameraId: other, storage: disk, hoursAgo: 5 }),
    ];
    await fixture.protect({ cameraId: null, fromHoursAgo: 6, toHoursAgo: 4 });
    await remove(cameraId, 'delete_protected');
    expect(await fixture.round()).toMatchObject({ ofRemovedCameras: 1 });
    expect([fixture.onDisk(gone), fixture.onDisk(kept)]).toEqual([false, true]);
  });

  it('keep their row for the name in events, without their policy, until the last event is gone', async () => {
    const policyId = await fixture.policy({ origin: 'deviation' });
    const cameraId = await fixture.camera(policyId);
    await fixture.db
      .insertInto('systemEvent')
      .values({ eventKey: 'camera_offline', cameraId, ts: new Date(0), detail: '' })
      .execute();
    await remove(cameraId, 'delete');
    fixture.clock.step(11 * 60_000);
    expect(await fixture.round()).toMatchObject({ reapedCameras: 1 });
    expect(await fixture.round()).toMatchObject({ reapedCameras: 0 });
    expect(await cameras()).toEqual([cameraId]);
    expect(await policies()).not.toContain(policyId);
    await fixture.db.deleteFrom('systemEvent').execute();
    expect(await fixture.round()).toMatchObject({ reapedCameras: 1 });
    expect(await cameras()).toEqual([]);
  });

  it('follow their policy when their footage is kept, and are deleted with its last segment', async () => {
    const policyId = await fixture.policy({ liveRetentionHours: 10 });
    const cameraId = await fixture.camera(policyId);
    const footage = await fixture.footage({ cameraId, storage: disk, hoursAgo: 9.5 });
    await remove(cameraId, 'keep');
    expect(await fixture.round()).toMatchObject({ aged: 0, reapedCameras: 0 });
    fixture.clock.step(3_600_000);
    expect(await fixture.round()).toMatchObject({ aged: 1, reapedCameras: 1 });
    expect(fixture.onDisk(footage)).toBe(false);
    // A policy created by an operator is kept without members.
    expect(await policies()).toContain(policyId);
  });

  it('keep a deviation that another camera still uses', async () => {
    const policyId = await fixture.policy({ origin: 'deviation' });
    const [gone] = [await fixture.camera(policyId), await fixture.camera(policyId)];
    await remove(gone, 'delete');
    fixture.clock.step(11 * 60_000);
    expect(await fixture.round()).toMatchObject({ reapedCameras: 1 });
    expect(await policies()).toContain(policyId);
  });
});
