import type pg from 'pg';
import { type KeptDatabase, openKeptDatabase } from './kept-database.ts';

const CAMERAS = 20;
const DAYS = 80;
const BATCH = 500_000;

/**
 * A database with this many reads, created once and kept. There are a fifth as many plates as reads, and some are far more
 * frequent than others, as on a road.
 */
export const openPlateHistory = (
  resources: AsyncDisposableStack,
  { reads, signal }: { reads: number; signal: AbortSignal },
): Promise<KeptDatabase> =>
  openKeptDatabase(resources, { name: `plates-${reads}`, fill: (client) => fill(client, reads, signal) });

/** Indexes are built afterwards: that takes a fraction of the time and leaves them as compact as a vacuum would. */
async function fill(client: pg.Client, reads: number, signal: AbortSignal): Promise<void> {
  console.log(`  making ${reads.toLocaleString('en')} reads, once`);
  await client.query('alter table plate_read disable trigger user');
  await client.query(`
    insert into camera (name, name_key, main_url, policy_id, lpr_engine)
    select 'Camera ' || n, 'camera ' || n, 'rtsp://192.0.2.' || n, (select id from recording_policy where is_default), 'both'
      from generate_series(1, ${CAMERAS}) n on conflict do nothing`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('plate_read', 'seen_plate') and indexname not in (select conname from pg_constraint)`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('alter table plate_read drop constraint plate_read_source_key');
  try {
    for (let done = 0; done < reads; done += BATCH) {
      signal.throwIfAborted();
      await client.query(batch({ from: done + 1, to: Math.min(reads, done + BATCH), reads }));
    }
    await client.query('insert into seen_plate (plate, reads) select plate, count(*) from plate_read group by plate');
  } finally {
    await client.query(`set maintenance_work_mem = '1GB'`);
    await client.query(
      'alter table plate_read add constraint plate_read_source_key unique (source_id, provider_event_id)',
    );
    for (const { definition } of indexes) await client.query(definition);
  }
  await client.query('alter table plate_read enable trigger user');
  await client.query('vacuum analyze plate_read, seen_plate');
  await client.query(
    'update plate_storage set reads = case slot when 0 then $1::int else 0 end, crops = 0, crop_bytes = 0',
    [reads],
  );
}

// Three letters and four digits; multiplying by a number prime to the count of such plates scatters them without repeats.
const batch = ({ from, to, reads }: { from: number; to: number; reads: number }) => `
  with cameras as (select array_agg(id order by name) as ids from camera),
  seen as (
    select n, (floor(${Math.ceil(reads / 5)} * power(random(), 2))::bigint * 104729 + 7) % 175760000 as number
      from generate_series(${from}, ${to}) n
  )
  insert into plate_read (camera_id, source_id, provider_event_id, ts, plate, plate_raw, confidence)
  select ids[1 + n % ${CAMERAS}], case when n / ${CAMERAS} % 2 = 0 then 'native-alpr' else 'external' end, 'made ' || n,
         date_trunc('milliseconds', now() - n * interval '${(DAYS * 86_400) / reads} seconds'), plate, plate, 0.5 + random() / 2
    from cameras, seen, lateral (
      select chr(65 + (number / 6760000)::int) || chr(65 + (number / 260000 % 26)::int) || chr(65 + (number / 10000 % 26)::int)
             || lpad((number % 10000)::text, 4, '0') as plate
    ) made`;
