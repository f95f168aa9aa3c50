import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ReadStorages } from '../storage/storage-registry.ts';
import { HOUR_MS, startTestRetention, type TestRetention, type TestStorage } from '../test-retention.ts';

let fixture: TestRetention;
let disks: TestStorage[];

beforeAll(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
  disks = [await fixture.storage('fast'), await fixture.storage('large')];
});
afterAll(() => fixture.close());

const recount = () =>
  fixture.db
    .selectFrom('segment')
    .select((eb) => [
      'cameraId',
      'storageId',
      'tier',
      eb.fn.countAll().as('segments'),
      eb.fn.sum('sizeBytes').as('bytes'),
    ])
    .groupBy(['cameraId', 'storageId', 'tier'])
    .orderBy('cameraId')
    .orderBy('storageId')
    .orderBy('tier')
    .execute();
const counted = () =>
  fixture.db
    .selectFrom('footageCounter')
    .selectAll()
    .where('segments', '>', 0)
    .orderBy('cameraId')
    .orderBy('storageId')
    .orderBy('tier')
    .execute();

const operation = fc.oneof(
  fc.record({
    do: fc.constant('record' as const),
    camera: fc.nat(2),
    minutesAgo: fc.integer({ min: 1, max: 3_000 }),
    bytes: fc.integer({ min: 1, max: 3_000 }),
  }),
  fc.record({
    do: fc.constant('protect' as const),
    camera: fc.nat(3),
    minutesAgo: fc.integer({ min: 1, max: 3_000 }),
    minutes: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({
    do: fc.constant('round' as const),
    freeBytes: fc.integer({ min: 0, max: 12_000 }),
    batchLimit: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 300 }) }),
);

describe('line 22 and line 18 under random operations', () => {
  it('counters equal a full recount, no row is without its file, and nothing protected is ever deleted', async () => {
    const [fast, large] = disks as [TestStorage, TestStorage];
    const archiving = {
      archiveEnabled: true,
      archiveStorageId: large.id,
      archiveAfterHours: 12,
      archiveRetentionHours: 40,
    };
    const policies = [
      await fixture.policy({
        liveStorageId: fast.id,
        liveRetentionHours: 24,
        liveMaxBytes: 9_000,
        minFreeBytes: 5_000,
      }),
      await fixture.policy({
        liveStorageId: fast.id,
        liveRetentionHours: 20,
        ...archiving,
        archiveMaxBytes: 6_000,
        maxRetentionDays: 2,
      }),
    ];
    const cameras = [
      await fixture.camera(policies[0] ?? ''),
      await fixture.camera(policies[0] ?? ''),
      await fixture.camera(policies[1] ?? ''),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
        for (const step of operations) await carryOut(step, cameras, fast);
        expect(await recount()).toEqual(
          (await counted()).map((counter) => ({ ...counter, bytes: String(counter.bytes) })),
        );
        await everyRowHasItsFile();
      }),
      { numRuns: 12 },
    );
  });
});

type Step = typeof operation extends fc.Arbitrary<infer T> ? T : never;

async function carryOut(step: Step, cameras: readonly string[], fast: TestStorage): Promise<void> {
  switch (step.do) {
    case 'record': {
      const segment = {
        cameraId: cameras[step.camera] ?? '',
        storage: fast,
        hoursAgo: step.minutesAgo / 60,
        bytes: step.bytes,
      };
      // A second that is in use is skipped.
      const startTs = new Date(Math.floor((fixture.clock.now() - segment.hoursAgo * HOUR_MS) / 1000) * 1000);
      const taken = await fixture.db
        .selectFrom('segment')
        .select('id')
        .where('cameraId', '=', segment.cameraId)
        .where('startTs', '=', startTs)
        .executeTakeFirst();
      if (!taken) await fixture.footage(segment);
      return;
    }
    case 'protect': {
      const fromHoursAgo = step.minutesAgo / 60;
      const cameraId = cameras[step.camera] ?? null;
      return fixture.protect({ cameraId, fromHoursAgo, toHoursAgo: fromHoursAgo - step.minutes / 60 });
    }
    case 'wait':
      fixture.clock.step(step.minutes * 60_000);
      return;
    case 'round': {
      const before = await protectedIds();
      const readStorages: ReadStorages = async () =>
        (await fixture.readStorages()).map((storage) => ({
          ...storage,
          reading: { ...storage.reading, deviceId: storage.id, freeBytes: step.freeBytes, totalBytes: 100_000 },
        }));
      await fixture.round({ readStorages, batchLimit: step.batchLimit });
      expect(await protectedIds()).toEqual(before);
    }
  }
}

const protectedIds = async () => {
  const rows = await fixture.db
    .selectFrom('segment')
    .innerJoin('bookmark', (join) =>
      join
        .onRef('bookmark.startTs', '<', 'segment.endTs')
        .onRef('bookmark.endTs', '>', 'segment.startTs')
        .on((eb) =>
          eb.or([eb('bookmark.cameraId', 'is', null), eb('bookmark.cameraId', '=', eb.ref('segment.cameraId'))]),
        ),
    )
    .select('segment.id')
    .distinct()
    .orderBy('segment.id')
    .execute();
  return rows.map(({ id }) => id);
};

async function everyRowHasItsFile(): Promise<void> {
  const rows = await fixture.db.selectFrom('segment').selectAll().execute();
  for (const row of rows) {
    const root = disks.find(({ id }) => id === row.storageId)?.root ?? '';
    expect(fixture.onDisk({ ...row, file: `${root}/${row.path}`, startMs: 0 })).toBe(true);
  }
}
