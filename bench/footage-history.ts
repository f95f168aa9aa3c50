import type pg from 'pg';
import { type KeptDatabase, openKeptDatabase } from './kept-database.ts';

export interface FootageHistory extends KeptDatabase {
  cameraIds: string[];
  rows: number;
  /** End of the footage. */
  end: Date;
}

/** Six hours of one camera, of which the first 80 seconds are missing. */
const PIECE_SECONDS = 21_600;
const ROWS_A_PIECE = 5_380;
const CAMERAS = 16;

/**
 * A database with about this many segments of 16 cameras, created once and kept: continuous recording with a hole every six
 * hours and a minute of motion every ten. The cameras exist for `days`, even if their footage covers less.
 */
export async function openFootageHistory(
  resources: AsyncDisposableStack,
  { rows, days, signal }: { rows: number; days: number; signal: AbortSignal },
): Promise<FootageHistory> {
  const pieces = Math.round(rows / ROWS_A_PIECE / CAMERAS);
  const kept = await openKeptDatabase(resources, {
    name: `footage-${rows}`,
    fill: (client) => fill(client, { pieces, days, signal }),
  });
  const { rows: cameras } = await kept.client.query<{ id: string }>('select id from camera order by name_key');
  const { rows: ends } = await kept.client.query<{ end: Date }>('select max(end_ts) as end from footage_run');
  return {
    ...kept,
    cameraIds: cameras.map(({ id }) => id),
    rows: pieces * ROWS_A_PIECE * CAMERAS,
    end: ends[0]?.end ?? new Date(),
  };
}

async function fill(
  client: pg.Client,
  { pieces, days, signal }: { pieces: number; days: number; signal: AbortSignal },
): Promise<void> {
  console.log(`  making ${(pieces * ROWS_A_PIECE * CAMERAS).toLocaleString('en')} segments, once`);
  await client.query(`
    insert into camera (name, name_key, main_url, policy_id, created_at)
    select 'Camera ' || n, 'camera ' || n, 'rtsp://192.0.2.' || n, (select id from recording_policy where is_default),
           now() - interval '${days + 1} days'
      from generate_series(1, ${CAMERAS}) n on conflict do nothing`);
  await client.query(
    `insert into recorder_run (started_at, beat_at) values (now() - interval '${days + 1} days', now())`,
  );
  const { rows } = await client.query<{ end: Date }>(
    `select to_timestamp(floor(extract(epoch from now() - interval '1 minute') / 4) * 4) as end`,
  );
  const endMs = rows[0]?.end.getTime() ?? 0;
  const restore = await dropIndexes(client);
  try {
    // In order of arrival: oldest first, all cameras interleaved. The triggers maintain counters and runs as usual.
    for (let piece = pieces; piece > 0; piece -= 1) {
      signal.throwIfAborted();
      await addPiece(client, new Date(endMs - piece * PIECE_SECONDS * 1000));
    }
  } finally {
    await restore();
  }
  await client.query('vacuum analyze');
}

/** Indexes and references are built and checked once afterwards, which takes a fraction of the time. */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ name: string; definition: string }>(`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'segment'::regclass and contype = 'f'`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'segment' and indexname not in (select conname from pg_constraint)`);
  for (const { name } of references) await client.query(`alter table segment drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    await client.query(`set maintenance_work_mem = '1GB'`);
    for (const { definition } of indexes) await client.query(definition);
    for (const { name, definition } of references)
      await client.query(`alter table segment add constraint ${name} ${definition}`);
  };
}

async function addPiece(client: pg.Client, start: Date): Promise<void> {
  await client.query(
    `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path,
                          size_bytes, parameter_hash, has_motion)
     select camera.id, 'main', ts, ts, 4000, ts + interval '4 s', storage.id,
            camera.id::text || to_char(ts at time zone 'UTC', '/"main"/YYYYMMDD/YYYYMMDD"T"HH24MISS"Z.mp4"'),
            2000000, 'h', n % 150 < 15
       from storage, generate_series(20, 5399) n, lateral (select $1::timestamptz + n * interval '4 s' as ts) at, camera
      where storage.is_default order by n`,
    [start],
  );
  await client.query(
    `insert into stream_state_change (camera_id, stream, ts, reason)
     select id, 'main', ts, reason from camera,
       (values ($1::timestamptz, 'offline'), ($1::timestamptz + interval '80 s', null)) change (ts, reason)`,
    [start],
  );
}
