import { createTestDatabase, recordQuery, type TestDatabase } from '@holdfast/testkit';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '../connect.ts';
import { createPool } from '../create-pool.ts';
import { listClipFootage } from './clips.ts';
import { listExportableCameras, listExportSegments } from './exports.ts';
import { searchMotion } from './motion.ts';
import { findSegmentAt, listPlayableSegments } from './playback.ts';
import { findPreviewSegment, listHoursWithFootage } from './previews.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);
const SEGMENTS = 20_000;
/** The second in the name of the segment whose pictures are older, alone and at the start of an hour. */
const NAMED_MS = START_MS - 5 * HOUR_MS;
const at = (ms: number) => new Date(NAMED_MS + ms);

let database: TestDatabase;
let pool: Pool;
let db: Database;
let cameraId: string;
let userId: string;

/** One segment of a second, eight seconds older than its name, which no row may end before; hours later 20,000 of four seconds, one per minute. */
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool({ connectionString: database.connectionString, poolSize: 2 });
  db = connect(pool);
  const idOf = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: string }>(`${text} returning id`, values)).rows[0]?.id ?? '';
  cameraId = await idOf(`insert into camera (name, name_key, main_url, policy_id)
    select 'Gate', 'gate', 'rtsp://192.0.2.1/', id from recording_policy limit 1`);
  userId = await idOf(`insert into app_user (username, username_key, password_hash, role_id)
    select 'ann', 'ann', 'x', id from role where 'admin' = any (capabilities)`);
  const insert = (times: string, values: unknown[]) =>
    pool.query(
      `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path,
                            size_bytes, parameter_hash, has_motion, motion_grid)
       select $1::uuid, 'main', start_ts, precise_ts, duration_ms, end_ts, storage.id,
              $1::text || '/main/' || to_char(start_ts, 'YYYYMMDD') || '/' || n || '.mp4', 1000, 'h', true, repeat('1', 576)::bit(576)
         from storage, (${times}) times`,
      [cameraId, ...values],
    );
  await insert(
    `select -1 as n, $2::timestamptz as start_ts, $2::timestamptz - interval '8 s' as precise_ts,
            1000 as duration_ms, $2::timestamptz as end_ts`,
    [new Date(NAMED_MS)],
  );
  await insert(
    `select n, ts as start_ts, ts as precise_ts, 4000 as duration_ms, ts + interval '4 s' as end_ts
       from generate_series(0, ${SEGMENTS - 1}) n, lateral (select $2::timestamptz + n * interval '1 minute' as ts) at`,
    [new Date(START_MS)],
  );
  await pool.query('analyze');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('a segment with pictures from before the second in its name', () => {
  const counts = async (start: Date, end: Date) => {
    const asked = { cameraId, userId, stream: 'main' as const, start, end };
    const [camera] = await listExportableCameras(db, { ...asked, cameraIds: [cameraId] });
    return {
      playable: (await listPlayableSegments(db, asked, 10)).length,
      exportable: camera?.segments,
      exported: (await listExportSegments(db, asked, 10)).length,
      inClip: (await listClipFootage(db, asked)).length,
      moving: (await searchMotion(db, { ...asked, cells: '1'.repeat(576), limit: 10 })).length,
    };
  };
  const found = (n: number) => ({ playable: n, exportable: n, exported: n, inClip: n, moving: n });

  it('is found by its pictures', async () => {
    expect(await counts(at(-8_000), at(-7_000))).toEqual(found(1));
    expect(await counts(at(-7_500), at(-7_400))).toEqual(found(1));
  });

  it('is not found before and after them, whatever its name', async () => {
    expect(await counts(at(-10_000), at(-8_000))).toEqual(found(0));
    expect(await counts(at(0), at(1_000))).toEqual(found(0));
  });

  it('shows a moment and counts for the hour of its pictures', async () => {
    const shownAt = (ms: number) => findPreviewSegment(db, { cameraId, userId, at: at(ms) });
    expect(await shownAt(-7_500)).toMatchObject({ startMs: NAMED_MS - 8_000 });
    expect(await shownAt(-8_001)).toBeUndefined();
    expect(await shownAt(0)).toBeUndefined();
    const hours = [at(-HOUR_MS), at(0)];
    expect([...(await listHoursWithFootage(db, { cameraId, hours }))]).toEqual([NAMED_MS - HOUR_MS]);
  });
});

describe('the segment at a time', () => {
  const startsAt = async (ms: number) =>
    (await findSegmentAt(db, { cameraId, userId, at: new Date(ms) }))?.preciseStartTs.getTime();

  it('is the one with that picture, or the first one after it', async () => {
    expect(await startsAt(NAMED_MS - 7_500)).toBe(NAMED_MS - 8_000);
    expect(await startsAt(NAMED_MS - 60_000)).toBe(NAMED_MS - 8_000);
    expect(await startsAt(NAMED_MS)).toBe(START_MS);
    expect(await startsAt(START_MS + 61_000)).toBe(START_MS + 60_000);
    expect(await startsAt(START_MS + SEGMENTS * 60_000)).toBeUndefined();
  });

  it('is found without reading all later footage', async () => {
    const { text, values } = await recordQuery((conn) =>
      findSegmentAt(conn, { cameraId, userId, at: new Date(NAMED_MS - 60_000) }),
    );
    const { rows } = await pool.query(`explain (analyze, costs off, timing off) ${text}`, values);
    const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    const read = [...plan.matchAll(/actual rows=([\d.]+)/g)].map(([, count]) => Number(count));
    expect(Math.max(...read), plan).toBeLessThan(10);
  });
});
