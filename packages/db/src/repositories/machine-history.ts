import { HISTORY_STEPS, stepStart } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';

export interface NewMachineSample {
  cpu: number | null;
  memoryUsedBytes: number;
  memoryTotalBytes: number;
  networkInBps: number | null;
  networkOutBps: number | null;
  diskReadBytesPerS: number | null;
  diskWrittenBytesPerS: number | null;
}

const MEANS = [
  'cpu',
  'memory_used_bytes',
  'memory_total_bytes',
  'network_in_bps',
  'network_out_bps',
  'disk_read_bytes_per_s',
  'disk_written_bytes_per_s',
  'camera_bps',
] as const;

/** The mean of the samples so far and the new one; an unknown value changes nothing. */
const meanOf = (column: (typeof MEANS)[number]) => {
  const [held, added] = [sql.ref(`held.${column}`), sql.ref(`excluded.${column}`)];
  return sql`${sql.ref(column)} = coalesce(${held} + (${added} - ${held}) / (held.samples + 1), ${held}, ${added})`;
};

const STEPS = HISTORY_STEPS.map(({ stepSeconds }) => stepSeconds);

/** The row of each step that a moment belongs to. */
const rowsAt = (atMs: number) =>
  sql`unnest(${STEPS}::integer[], ${STEPS.map((step) => new Date(stepStart(atMs, step)))}::timestamptz[]) step (seconds, ts)`;

/**
 * Adds a sample to the row of each step, with what all cameras send together (null without a camera that sends), and the free
 * space of the storages. The recorder reports both, so they count only if it was alive after `aliveAfter`. One statement,
 * because this happens all the time.
 */
export const addMachineSample = (conn: Conn, atMs: number, sample: NewMachineSample, aliveAfter: Date) =>
  sql`${prepared('machine-sample')}
    with recorder as (
      select from process_heartbeat where process = 'recorder' and beat_at >= ${aliveAfter}
    ), machine as (
      insert into machine_sample as held (
        step_seconds, ts, samples, cpu, cpu_peak, memory_used_bytes, memory_total_bytes, network_in_bps, network_out_bps,
        disk_read_bytes_per_s, disk_written_bytes_per_s, camera_bps
      )
      select step.seconds, step.ts, 1, ${sample.cpu}::float8, ${sample.cpu}::float8, ${sample.memoryUsedBytes}::float8,
             ${sample.memoryTotalBytes}::float8, ${sample.networkInBps}::float8, ${sample.networkOutBps}::float8,
             ${sample.diskReadBytesPerS}::float8, ${sample.diskWrittenBytesPerS}::float8, camera.bps
        from ${rowsAt(atMs)} cross join (
          select sum(bitrate_bps)::float8 as bps from stream_status
           where state in ('recording', 'idle') and exists (select from recorder)
        ) camera
      on conflict (step_seconds, ts) do update set
        samples = held.samples + 1,
        cpu_peak = greatest(held.cpu_peak, excluded.cpu_peak),
        ${sql.join(MEANS.map(meanOf))}
    )
    insert into storage_sample (storage_id, step_seconds, ts, free_bytes)
    select storage_id, step.seconds, step.ts, free_bytes
      from storage_status cross join ${rowsAt(atMs)} where free_bytes >= 0 and exists (select from recorder)
    on conflict (storage_id, step_seconds, ts) do update set free_bytes = excluded.free_bytes`.execute(conn);

interface HistoryQuery {
  stepSeconds: number;
  start: Date;
  end: Date;
}

export const listMachineSamples = (conn: Conn, { stepSeconds, start, end }: HistoryQuery) =>
  conn
    .selectFrom('machineSample')
    .selectAll()
    .where('stepSeconds', '=', stepSeconds)
    .where('ts', '>=', start)
    .where('ts', '<', end)
    .orderBy('ts')
    .execute();

export const listStorageSamples = (conn: Conn, { stepSeconds, start, end }: HistoryQuery) =>
  conn
    .selectFrom('storageSample')
    .select(['storageId', 'ts', 'freeBytes'])
    .where('stepSeconds', '=', stepSeconds)
    .where('ts', '>=', start)
    .where('ts', '<', end)
    .orderBy('ts')
    .execute();

/** Rows from a time that has not come yet were written while the clock was wrong. */
export async function deleteOldSamples(conn: Conn, nowMs: number): Promise<void> {
  const soon = new Date(nowMs + 2 * 3_600_000);
  for (const { stepSeconds, keptSeconds } of HISTORY_STEPS) {
    const oldest = new Date(nowMs - keptSeconds * 1000);
    for (const table of ['machineSample', 'storageSample'] as const)
      await conn
        .deleteFrom(table)
        .where('stepSeconds', '=', stepSeconds)
        .where((eb) => eb.or([eb('ts', '<', oldest), eb('ts', '>', soon)]))
        .execute();
  }
}

export const measureDatabase = async (conn: Conn): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(conn);
  return rows[0]?.bytes ?? 0;
};
