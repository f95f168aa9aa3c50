import { NATIVE_ALPR_SOURCE_ID } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';

const deleted = async (statement: Promise<{ numAffectedRows?: bigint | undefined }>): Promise<number> =>
  Number((await statement).numAffectedRows ?? 0n);

/**
 * Deletes a bounded number of old reads with their pictures, and their text from the events that carried them. An event of the
 * native worker exists only for its read and is deleted with it.
 */
export async function deleteOldReads(
  conn: Conn,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { rows } = await sql<{ reads: number }>`
      with gone as (
        delete from plate_read where id in (select id from plate_read where ts < ${before} order by ts limit ${atMost})
        returning event_id
      ), emptied as (
        delete from event where source_id = ${NATIVE_ALPR_SOURCE_ID} and id in (select event_id from gone)
      ), cleared as (
        update event set recognized_plate = null, raw = null,
               sub_label = case when sub_label = recognized_plate then null else sub_label end
         where source_id <> ${NATIVE_ALPR_SOURCE_ID} and id in (select event_id from gone)
      )
      select count(*) as reads from gone`.execute(conn);
  return rows[0]?.reads ?? 0;
}

export const deleteOldTruths = (conn: Conn, before: Date): Promise<number> =>
  deleted(sql`delete from pass_truth where bucket_ts < ${before}`.execute(conn));

/** Of all cameras: the counters, and the size on disk. */
export async function readPlateStorage(conn: Conn) {
  const { rows } = await sql<{ reads: number; crops: number; cropBytes: number; databaseBytes: number }>`
    select sum(reads)::bigint as reads, sum(crops)::bigint as crops, sum(crop_bytes)::bigint as crop_bytes,
           pg_total_relation_size('plate_read') + pg_total_relation_size('plate_crop') +
           pg_total_relation_size('seen_plate') as database_bytes
      from plate_storage`.execute(conn);
  const [row] = rows;
  if (!row) throw new Error('the counters of plate storage are missing');
  return row;
}

/**
 * Of the cameras that a user may see: counted, because the counters have no cameras. The size on disk is the share of their
 * reads.
 */
export async function readVisiblePlateStorage(conn: Conn, userId: string) {
  const all = await readPlateStorage(conn);
  const { rows } = await sql<{ reads: number; crops: number; cropBytes: number }>`
    select count(*) as reads, count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0)::bigint as crop_bytes
      from plate_read where camera_id = any (${scopeArray({ userId })})`.execute(conn);
  const seen = rows[0] ?? { reads: 0, crops: 0, cropBytes: 0 };
  const share = all.reads === 0 ? 0 : Math.min(1, seen.reads / all.reads);
  return { ...seen, databaseBytes: Math.round(all.databaseBytes * share) };
}
