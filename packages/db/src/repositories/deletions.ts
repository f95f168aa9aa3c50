import { BORDER_TOLERANCE_MS, mergeIntervals, type StreamName } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** By a rule, to free space, or because another program removed the file from the disk. */
export type DeletionReason = 'retention' | 'evicted' | 'vanished';

export interface DeletedRange {
  cameraId: string;
  stream: StreamName;
  startTs: Date;
  endTs: Date;
  reason: DeletionReason;
}

/**
 * Extends the range that this one continues, or inserts a new one: footage is deleted oldest first, so there are few ranges.
 */
export const recordDeletion = (conn: Conn, { cameraId, stream, startTs, endTs, reason }: DeletedRange) =>
  sql`
    with before as (
      select id from footage_deletion
       where camera_id = ${cameraId} and stream = ${stream}
         and start_ts <= ${new Date(endTs.getTime() + BORDER_TOLERANCE_MS)}
       order by start_ts desc limit 1
    ), lengthened as (
      update footage_deletion
         set start_ts = least(start_ts, ${startTs}), end_ts = greatest(end_ts, ${endTs})
       where id in (select id from before) and reason = ${reason}
         and end_ts >= ${new Date(startTs.getTime() - BORDER_TOLERANCE_MS)}
      returning id
    )
    insert into footage_deletion (camera_id, stream, start_ts, end_ts, reason)
    select ${cameraId}::uuid, ${stream}::text, ${startTs}::timestamptz, ${endTs}::timestamptz, ${reason}::text
     where not exists (select from lengthened)
  `.execute(conn);

export interface DeletedFootage {
  cameraId: string;
  stream: StreamName;
  mediaStartTs: Date;
  endTs: Date;
}

/** Of any number of cameras, merged into as few ranges as possible; called in the transaction that deletes the rows. */
export const recordDeletedFootage = async (
  tx: Conn,
  { rows, reason }: { rows: readonly DeletedFootage[]; reason: DeletionReason },
): Promise<void> => {
  for (const [first, ...rest] of Map.groupBy(rows, ({ cameraId, stream }) => `${cameraId} ${stream}`).values()) {
    if (!first) continue;
    const { cameraId, stream } = first;
    const ranges = mergeIntervals(
      [first, ...rest].map(({ mediaStartTs, endTs }) => ({ startMs: mediaStartTs.getTime(), endMs: endTs.getTime() })),
      { toleranceMs: BORDER_TOLERANCE_MS },
    );
    for (const { startMs, endMs } of ranges)
      await recordDeletion(tx, { cameraId, stream, reason, startTs: new Date(startMs), endTs: new Date(endMs) });
  }
};

/** Drops ranges that ended long ago; gaps that old are no longer explained. */
export const forgetDeletions = async (conn: Conn, { endedBefore }: { endedBefore: Date }): Promise<void> => {
  await conn.deleteFrom('footageDeletion').where('endTs', '<', endedBefore).execute();
};

export const listDeletions = (conn: Conn, cameraId: string) =>
  conn.selectFrom('footageDeletion').selectAll().where('cameraId', '=', cameraId).orderBy('startTs').execute();
