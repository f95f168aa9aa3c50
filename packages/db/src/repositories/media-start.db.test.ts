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
let changing: string;
let userId: string;

/** One segment of a second, eight seconds older than its name, which no row may end before; hours later 20,000 of four seconds, one per minute. */
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool({ connectionString: database.connectionString, poolSize: 2 });
  db = connect(pool);
  const idOf = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: string }>(`${text} returning id`, values)).rows[0]?.id ?? '';
  const insertCamera = (name: string) =>
    idOf(
      `insert into camera (name, name_key, main_url, policy_id)
       select $1, $1, 'rtsp://192.0.2.1/', id from recording_policy limit 1`,
      [name],
    );
  cameraId = await insertCamera('gate');
  changing = await insertCamera('changing');
  userId = await idOf(`insert into app_user (username, username_key, password_hash, role_id)
    select 'ann', 'ann', 'x', id from role where 'admin' = any (capabilities)`);
  const insert = (times: string, values: unknown[], camera = cameraId) =>
    pool.query(
      `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path,
                            size_bytes, parameter_hash, has_motion, motion_grid)
       select $1::uuid, 'main', start_ts, precise_ts, duration_ms, end_ts, storage.id,
              $1::text || '/main/' || to_char(start_ts, 'YYYYMMDD') || '/' || n || '.mp4', 1000, 'h', true, repeat('1', 576)::bit(576)
         from storage, (${times}) times`,
      [camera, ...values],
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
  // A camera that changes ten times a second: each file has a second of its own as its name.
  await insert(
    `select n, $2::timestamptz + n * interval '1 s' as start_ts, $2::timestamptz + n * interval '100 ms' as precise_ts,
            100 as duration_ms, $2::timestamptz + n * interval '1 s' as end_ts from generate_series(0, 299) n`,
    [new Date(NAMED_MS)],
    changing,
  );
  // A camera that sends no keyframe for twenty minutes.
  await insert(
    `select 1000 as n, $2::timestamptz as start_ts, $2::timestamptz as precise_ts, 1200000 as duration_ms,
            $2::timestamptz + interval '20 minutes' as end_ts`,
    [new Date(START_MS)],
    changing,
  );
  await pool.query('analyze');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const counts = async (start: Date, end: Date, of = cameraId) => {
  const asked = { cameraId: of, userId, stream: 'main' as const, start, end };
  const [camera] = await listExportableCameras(db, { ...asked, cameraIds: [of] });
  return {
    playable: (await listPlayableSegments(db, asked, 10)).length,
    exportable: camera?.segments,
    exported: (await listExportSegments(db, asked, 10)).length,
    inClip: (await listClipFootage(db, asked)).length,
    moving: (await searchMotion(db, { ...asked, cells: '1'.repeat(576), limit: 10 })).length,
  };
};
const found = (n: number) => ({ playable: n, exportable: n, exported: n, inClip: n, moving: n });

describe('a segment with pictures from before the second in its name', () => {
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

describe('segments with names far from their pictures', () => {
  // Pictures from 0 to 30 s, with names up to five minutes.
  it.each([
    [0, 100, 1],
    [20_000, 20_500, 5],
    [29_900, 40_000, 1],
    [30_000, 300_000, 0],
  ])('are found by their pictures: %j to %j ms', async (from, to, n) => {
    const { moving: _, ...files } = await counts(at(from), at(to), changing);
    const { moving: __, ...expected } = found(n);
    expect(files).toEqual(expected);
    expect((await counts(at(from), at(to), changing)).moving > 0).toBe(n > 0);
  });

  it.each([0, 9, 11, 19])('are found in minute %i of a long file', async (minute) => {
    const start = START_MS + minute * 60_000;
    expect(await counts(new Date(start), new Date(start + 1_000), changing)).toEqual(found(1));
    const shown = await findPreviewSegment(db, { cameraId: changing, userId, at: new Date(start) });
    expect(shown?.startMs).toBe(START_MS);
    const still = await findSegmentAt(db, { cameraId: changing, userId, at: new Date(start) });
    expect(still?.preciseStartTs.getTime()).toBe(START_MS);
  });

  it('and not after its end', async () => {
    expect(await counts(new Date(START_MS + 1_200_000), new Date(START_MS + 1_300_000), changing)).toEqual(found(0));
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
