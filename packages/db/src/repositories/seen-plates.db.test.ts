import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createPool } from '../create-pool.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool({ connectionString: database.connectionString, poolSize: 6 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const seen = async () => (await pool.query('select plate, reads::int from seen_plate order by plate')).rows;
const counted = async () =>
  (await pool.query('select plate, count(*)::int as reads from plate_read group by plate order by plate')).rows;
const stored = async () =>
  (await pool.query('select sum(reads)::int as reads, sum(crop_bytes)::int as bytes from plate_storage')).rows[0];

it('a plate is listed exactly as long as it has reads, under concurrent writes', async () => {
  const { rows } = await pool.query(
    `insert into camera (name, name_key, main_url, policy_id)
     select n, n, 'rtsp://192.0.2.1', (select id from recording_policy where is_default) from unnest(array['a', 'b']) n returning id`,
  );
  const cameras = rows.map(({ id }) => id as string);
  const plates = ['AAA', 'BBB', 'CCC', 'DDD'];
  const pick = (n: number) => plates[n % plates.length];

  const write = async (writer: number) => {
    for (let n = 0; n < 60; n += 1) {
      await pool.query(
        `insert into plate_read (camera_id, source_id, provider_event_id, ts, plate, plate_raw, crop_bytes)
         select $1, 'external', 'read ' || k % 25, now(), p, p, 10 + k
           from unnest($2::text[], $3::int[]) as r (p, k) order by k
         on conflict on constraint plate_read_source_key do update
           set plate = excluded.plate, crop_bytes = excluded.crop_bytes`,
        [cameras[n % 2], [pick(n + writer), pick(n * writer)], [(n * 3 + writer) % 12, 12 + ((n * 5 + writer) % 13)]],
      );
      if (n % 5 === writer) await pool.query(`delete from plate_read where provider_event_id = $1`, [`read ${n % 25}`]);
    }
  };
  // Two writers that refine the same reads in a different order may deadlock, which undoes one of them; the counts must be
  // right either way.
  await Promise.allSettled([1, 2, 3, 4].map(write));
  expect(await seen()).toEqual(await counted());
  expect((await seen()).length).toBeGreaterThan(0);

  await pool.query('delete from camera where id = $1', [cameras[0]]);
  expect(await seen()).toEqual(await counted());
  const { rows: left } = await pool.query(
    'select count(*)::int as reads, coalesce(sum(crop_bytes), 0)::int as bytes from plate_read',
  );
  expect(await stored()).toEqual(left[0]);
  await pool.query('delete from camera');
  expect(await seen()).toEqual([]);
  expect(await stored()).toEqual({ reads: 0, bytes: 0 });
});
