import type pg from 'pg';
import { type KeptDatabase, openKeptDatabase } from './kept-database.ts';

const EVENT_CAMERAS = 16;
const EVENT_DAYS = 60;
const BATCH = 500_000;

/** A database with this many events, created once and kept. */
export const openEventHistory = (
  resources: AsyncDisposableStack,
  { events, signal }: { events: number; signal: AbortSignal },
): Promise<KeptDatabase> =>
  openKeptDatabase(resources, { name: `events-${events}`, fill: (client) => fill(client, events, signal) });

async function fill(client: pg.Client, events: number, signal: AbortSignal): Promise<void> {
  console.log(`  making ${events.toLocaleString('en')} events, once`);
  await client.query('alter table event disable trigger user');
  await client.query(`
    insert into camera (name, name_key, main_url, policy_id, enabled)
    select 'Camera ' || n, 'camera ' || n, 'rtsp://192.0.2.' || n, (select id from recording_policy where is_default), false
      from generate_series(1, ${EVENT_CAMERAS}) n on conflict do nothing`);
  await client.query(`update server_settings set event_retention_days = 3650`);
  for (let done = 0; done < events; done += BATCH) {
    signal.throwIfAborted();
    await client.query(batch({ from: done + 1, to: Math.min(events, done + BATCH), events }));
  }
  await client.query('alter table event enable trigger user');
  await client.query('vacuum analyze event');
}

// Spread over the days, every camera at any time, in no order of the identifiers.
const batch = ({ from, to, events }: { from: number; to: number; events: number }) => `
  with cameras as (select array_agg(id order by name) as ids from camera),
  made as (
    select n, now() - interval '${EVENT_DAYS} days' * ((n::bigint * 7919) % ${events})::float8 / ${events} as ts
      from generate_series(${from}, ${to}) n
  )
  insert into event (camera_id, source_id, provider_event_id, ts, end_ts, updated_at, lifecycle, label, score, top_score, zones, box)
  select ids[1 + (n * 31) % ${EVENT_CAMERAS}], case when n % 3 = 0 then 'motion' else 'external' end, 'made ' || n,
         ts, ts + interval '8 seconds', ts + interval '8 seconds', 'end',
         (array['person', 'car', 'dog', 'motion'])[1 + n % 4], 0.7, 0.8, array['drive'], array[0.1, 0.2, 0.3, 0.4]
    from made, cameras`;
