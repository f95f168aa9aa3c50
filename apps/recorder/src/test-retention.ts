import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect, type Database, insertSegments } from '@holdfast/db';
import { foldName, type StreamName, segmentName, type Tier } from '@holdfast/domain';
import { createLogger, type Logger } from '@holdfast/kit';
import { createTestDatabase, type FakeClock, fakeClock, openTestPool } from '@holdfast/testkit';
import { type RetentionDeps, type RoundCounts, runRetentionRound } from './retention/retention-round.ts';
import { createRolloverAlarms } from './retention/rollover-alarms.ts';
import { markStorage } from './storage/mark-storage.ts';
import { createStorageRegistry, type ReadStorages } from './storage/storage-registry.ts';

export const HOUR_MS = 3_600_000;

export interface TestStorage {
  id: string;
  root: string;
}

export interface TestFootage {
  id: number;
  cameraId: string;
  file: string;
  path: string;
  startMs: number;
}

type PolicyFields = Partial<{
  liveStorageId: string;
  liveRetentionHours: number;
  liveMaxBytes: number;
  archiveEnabled: boolean;
  archiveStorageId: string;
  archiveAfterHours: number;
  archiveRetentionHours: number;
  archiveMaxBytes: number;
  minFreeBytes: number;
  maxRetentionDays: number;
  origin: 'operator' | 'deviation';
}>;

export interface TestRetention {
  db: Database;
  clock: FakeClock;
  log: Logger;
  dataDir: string;
  readStorages: ReadStorages;
  connectionString: string;
  storage(name: string, options?: { root?: string }): Promise<TestStorage>;
  policy(fields: PolicyFields): Promise<string>;
  camera(policyId: string, fields?: { enabled?: boolean }): Promise<string>;
  footage(segment: {
    cameraId: string;
    storage: TestStorage;
    /** Age of its start. */
    hoursAgo: number;
    tier?: Tier;
    stream?: StreamName;
    bytes?: Buffer | number;
    /** Media before the second in its name, as in the first file of a run. */
    leadMs?: number;
  }): Promise<TestFootage>;
  protect(range: { cameraId: string | null; fromHoursAgo: number; toHoursAgo: number }): Promise<void>;
  /** Only footage that is still indexed. */
  indexed(): Promise<string[]>;
  onDisk(footage: TestFootage): boolean;
  events(): Promise<string[]>;
  round(overrides?: Partial<RetentionDeps>): Promise<RoundCounts>;
  close(): Promise<void>;
}

const SEGMENT_MS = 4_000;

/** A real database and real folders with a simulated clock. */
export async function startTestRetention(adminUrl: string): Promise<TestRetention> {
  const database = await createTestDatabase(adminUrl, { usesKept: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-retention-'));
  const { lent, keep } = openTestPool(database.connectionString);
  const db = connect(lent);
  const clock = fakeClock(Math.floor(Date.now() / 1000) * 1000);
  const log = createLogger({ name: 'recorder', level: 'silent' });
  const readStorages = createStorageRegistry({ db, dataDir }).read;
  const alarms = createRolloverAlarms(db);
  let names = 0;
  // The built-in storage is not part of these tests.
  await db
    .updateTable('storage')
    .set({ path: join(dataDir, 'nowhere') })
    .where('isDefault', '=', true)
    .execute();

  return {
    db,
    clock,
    log,
    dataDir,
    readStorages,
    connectionString: database.connectionString,
    storage: async (name, { root = join(dataDir, name) } = {}) => {
      await mkdir(root, { recursive: true });
      const { id } = await db
        .insertInto('storage')
        .values({ name, nameKey: foldName(name), path: root })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, root };
    },
    policy: async (fields) => {
      const { id: fallback } = await db
        .selectFrom('storage')
        .select('id')
        .where('isDefault', '=', true)
        .executeTakeFirstOrThrow();
      names += 1;
      const { id } = await db
        .insertInto('recordingPolicy')
        .values({
          name: `Policy ${names}`,
          nameKey: `policy ${names}`,
          origin: 'operator',
          liveStorageId: fallback,
          minFreeBytes: 1,
          ...fields,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    camera: async (policyId, fields = {}) => {
      names += 1;
      const { id } = await db
        .insertInto('camera')
        .values({
          name: `Camera ${names}`,
          nameKey: `camera ${names}`,
          mainUrl: 'rtsp://192.0.2.1/',
          policyId,
          ...fields,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    footage: async ({ cameraId, storage, hoursAgo, tier = 'live', stream = 'main', bytes = 1000, leadMs = 0 }) => {
      const startMs = Math.floor((clock.now() - hoursAgo * HOUR_MS) / 1000) * 1000;
      const name = segmentName(startMs);
      const path = `${cameraId}/${stream}/${name.slice(0, 8)}/${name}`;
      const file = join(storage.root, path);
      const content = typeof bytes === 'number' ? Buffer.alloc(bytes, name) : bytes;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      const times = {
        startTs: new Date(startMs),
        preciseStartTs: new Date(startMs - leadMs),
        endTs: new Date(startMs + SEGMENT_MS),
      };
      await insertSegments(db, [
        {
          cameraId,
          stream,
          ...times,
          durationMs: leadMs + SEGMENT_MS,
          storageId: storage.id,
          tier,
          path,
          sizeBytes: content.length,
          parameterHash: 'h',
        },
      ]);
      const { id } = await db
        .selectFrom('segment')
        .select('id')
        .where('path', '=', path)
        .where('storageId', '=', storage.id)
        .executeTakeFirstOrThrow();
      await markStorage({ db, clock, storage, committedPath: path });
      return { id, cameraId, file, path, startMs };
    },
    protect: async ({ cameraId, fromHoursAgo, toHoursAgo }) => {
      const at = (hours: number) => new Date(clock.now() - hours * HOUR_MS);
      await db
        .insertInto('bookmark')
        .values({ cameraId, startTs: at(fromHoursAgo), endTs: at(toHoursAgo), label: 'kept' })
        .execute();
    },
    indexed: async () =>
      (await db.selectFrom('segment').select('path').orderBy('startTs').orderBy('path').execute()).map(
        ({ path }) => path,
      ),
    onDisk: ({ file }) => existsSync(file),
    events: async () =>
      (await db.selectFrom('raisedEvent').select('eventKey').orderBy('id').execute()).map(({ eventKey }) => eventKey),
    round: (overrides = {}) =>
      runRetentionRound({
        db,
        clock,
        log,
        readStorages,
        clockGuard: { pausesAgeRules: () => false },
        alarms,
        ...overrides,
      }),
    close: async () => {
      await db.destroy();
      await database.drop(await keep());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
