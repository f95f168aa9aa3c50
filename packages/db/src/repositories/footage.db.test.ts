import { createTestDatabase, recordQuery, type TestDatabase } from '@holdfast/testkit';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '../connect.ts';
import { createPool } from '../create-pool.ts';
import { sumBookmarkFootage } from './bookmarks.ts';
import { listDeletions, recordDeletion } from './deletions.ts';
import { newestFootageEnd, oldestFootage, stillDeletable } from './footage.ts';
import { footageFilesAfter, indexedPathsIn } from './footage-files.ts';

const HOURS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);

let database: TestDatabase;
let pool: Pool;
let db: Database;
let cameraId: string;
let storageId: string;

/** 20,000 segments of four seconds, one per minute, from the first of January. */
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool({ connectionString: database.connectionString, poolSize: 2 });
  db = connect(pool);
  const storage = await db.selectFrom('storage').select('id').executeTakeFirstOrThrow();
  const policy = await db.selectFrom('recordingPolicy').select('id').executeTakeFirstOrThrow();
  const camera = await db
    .insertInto('camera')
    .values({ name: 'Gate', nameKey: 'gate', mainUrl: 'rtsp://192.0.2.1/', policyId: policy.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  [storageId, cameraId] = [storage.id, camera.id];
  await pool.query(
    `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path, size_bytes, parameter_hash)
     select $1::uuid, 'main', ts, ts, 4000, ts + interval '4 s', $2, $1::text || '/main/' || to_char(ts, 'YYYYMMDD') || '/' || n || '.mp4', 1000, 'h'
       from generate_series(0, 19999) n, lateral (select $3::timestamptz + n * interval '1 minute' as ts) at`,
    [cameraId, storageId, new Date(START_MS)],
  );
  await pool.query('analyze');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const place = (until: Date | null = null) => ({ cameraId, storageId, tier: 'live' as const, until });
const protect = (fromHours: number, toHours: number) =>
  db
    .insertInto('bookmark')
    .values({
      cameraId,
      startTs: new Date(START_MS + fromHours * HOURS),
      endTs: new Date(START_MS + toHours * HOURS),
      label: 'kept',
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** The plan of the one statement that a function sends. */
async function planOf(ask: (conn: Database) => Promise<unknown>): Promise<string> {
  const { text, values } = await recordQuery(ask);
  const { rows } = await pool.query(`explain (analyze, costs off) ${text}`, values);
  return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
}

describe('the oldest footage', () => {
  it('comes oldest first, up to a limit and a time', async () => {
    const rows = await oldestFootage(db, { places: [place()], skipProtected: true, limit: 3 });
    expect(rows.map(({ startTs }) => (startTs.getTime() - START_MS) / 1000)).toEqual([0, 60, 120]);
    const until = new Date(START_MS + 64_000);
    expect(await oldestFootage(db, { places: [place(until)], skipProtected: true, limit: 99 })).toHaveLength(2);
    expect(await oldestFootage(db, { places: [], skipProtected: true, limit: 3 })).toEqual([]);
  });

  it('skips protected segments, including those that a bookmark only touches', async () => {
    const { id } = await protect(0, 1.0001);
    const rows = await oldestFootage(db, { places: [place()], skipProtected: true, limit: 1 });
    expect(rows[0]?.startTs).toEqual(new Date(START_MS + HOURS + 60_000));
    const all = await oldestFootage(db, { places: [place()], skipProtected: false, limit: 1 });
    expect(all[0]?.startTs).toEqual(new Date(START_MS));
    await db.deleteFrom('bookmark').where('id', '=', id).execute();
  });
});

describe('a bookmark on pictures from before the second of their file', () => {
  it('protects only that file', async () => {
    const { id: segmentId } = await db
      .updateTable('segment')
      .set({ preciseStartTs: new Date(START_MS + 10 * HOURS - 8_000) })
      .where('startTs', '=', new Date(START_MS + 10 * HOURS))
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await protect(10 - 6 / 3600, 10 - 5 / 3600);
    const rows = await oldestFootage(db, { places: [place()], skipProtected: true, limit: 700 });
    const skipped = Array.from({ length: 700 }, (_, n) => n).filter(
      (n) => !rows.some(({ startTs }) => startTs.getTime() === START_MS + n * 60_000),
    );
    expect(skipped).toEqual([600]);
    expect(await stillDeletable(db, [segmentId - 1, segmentId, segmentId + 1])).toEqual(
      new Set([segmentId - 1, segmentId + 1]),
    );
    await db.deleteFrom('bookmark').where('id', '=', id).execute();
    await db
      .updateTable('segment')
      .set((eb) => ({ preciseStartTs: eb.ref('startTs') }))
      .where('id', '=', segmentId)
      .execute();
  });
});

describe('queries without a table scan', () => {
  it.each([
    [
      'the oldest footage',
      (conn: Database) => oldestFootage(conn, { places: [place()], skipProtected: true, limit: 50 }),
    ],
    ['what may still go', (conn: Database) => stillDeletable(conn, [1, 2, 3])],
    [
      'the footage of a bookmark',
      (conn: Database) =>
        sumBookmarkFootage(
          conn,
          { userId: '00000000-0000-4000-8000-000000000009', isAdmin: true },
          { cameraId, startTs: new Date(START_MS + 100 * HOURS), endTs: new Date(START_MS + 101 * HOURS) },
        ),
    ],
    ['the newest moment', (conn: Database) => newestFootageEnd(conn)],
    [
      'rows in the order of their paths',
      (conn: Database) => footageFilesAfter(conn, { storageId, afterPath: '', limit: 50 }),
    ],
    [
      'the paths of a folder',
      (conn: Database) => indexedPathsIn(conn, { storageId, folder: `${cameraId}/main/20260101` }),
    ],
  ])('to find %s', async (_what, ask) => {
    expect(await planOf(ask)).not.toContain('Seq Scan on segment');
  });

  it('skips a long protected range without reading it', async () => {
    const { id } = await protect(0, 200);
    const plan = await planOf((conn) => oldestFootage(conn, { places: [place()], skipProtected: true, limit: 50 }));
    // The rows of the index that were read, each time it was searched.
    const read = [...plan.matchAll(/segment_place_oldest_idx.*?rows=(\d+)/g)].map(([, rows]) => Number(rows));
    expect(read.length).toBeGreaterThan(0);
    expect(Math.max(...read)).toBeLessThanOrEqual(51);
    await db.deleteFrom('bookmark').where('id', '=', id).execute();
  });
});

describe('what was deleted', () => {
  const note = (fromS: number, toS: number, reason: 'retention' | 'evicted' = 'retention') =>
    recordDeletion(db, {
      cameraId,
      stream: 'main',
      reason,
      startTs: new Date(START_MS + fromS * 1000),
      endTs: new Date(START_MS + toS * 1000),
    });

  it('is recorded as one contiguous range per reason', async () => {
    await note(0, 4);
    await note(4, 8);
    await note(9, 12);
    await note(14, 18);
    await note(18, 22, 'evicted');
    const ranges = (await listDeletions(db, cameraId)).map(({ startTs, endTs, reason }) => [
      (startTs.getTime() - START_MS) / 1000,
      (endTs.getTime() - START_MS) / 1000,
      reason,
    ]);
    expect(ranges).toEqual([
      [0, 12, 'retention'],
      [14, 18, 'retention'],
      [18, 22, 'evicted'],
    ]);
  });
});
