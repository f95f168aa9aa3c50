import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export interface HubSpanStart {
  cameraId: string;
  entityId: string;
  start: Date;
  known: boolean;
  /** The state, or why it is unknown. */
  value: string;
}

/** A camera that was removed meanwhile is left out. */
export const startHubSpan = (tx: Conn, { cameraId, entityId, start, known, value }: HubSpanStart) =>
  sql`insert into hub_state_span (camera_id, entity_id, start_ts, known, value)
      select id, ${entityId}, ${start}, ${known}, ${value} from camera where id = ${cameraId}
      on conflict (camera_id, entity_id, start_ts)
        do update set known = excluded.known, value = excluded.value, end_ts = null`.execute(tx);

export const endHubSpan = (tx: Conn, { cameraId, entityId, end }: { cameraId: string; entityId: string; end: Date }) =>
  sql`update hub_state_span set end_ts = greatest(start_ts, ${end}::timestamptz)
       where camera_id = ${cameraId} and entity_id = ${entityId} and end_ts is null`.execute(tx);

/** Ends what a stopped recorder left open, at the time when it last wrote. */
export const closeHubSpans = (conn: Conn) =>
  sql`update hub_state_span set end_ts = greatest(start_ts, (select seen_at from hub_status)) where end_ts is null`.execute(
    conn,
  );

export interface HubSpanRow {
  entityId: string;
  start: Date;
  /** Null while it lasts. */
  end: Date | null;
  known: boolean;
  value: string;
}

/** Spans that overlap the range, oldest first; none for a camera that the user may not see. */
export const listVisibleHubSpans = async (
  conn: Conn,
  { userId, cameraId, start, end, limit }: { userId: string; cameraId: string; start: Date; end: Date; limit: number },
): Promise<HubSpanRow[]> =>
  (
    await sql<HubSpanRow>`
      select span.entity_id, span.start_ts as "start", span.end_ts as "end", span.known, span.value
        from hub_state_span span join camera_scope scope using (camera_id)
       where scope.user_id = ${userId} and span.camera_id = ${cameraId}
         and span.start_ts < ${end} and (span.end_ts is null or span.end_ts > ${start})
       order by span.start_ts, span.entity_id limit ${limit}`.execute(conn)
  ).rows;

/** Removes spans that ended before the oldest footage of their camera. */
export const pruneHubSpans = async (conn: Conn, { now, most }: { now: Date; most: number }): Promise<number> => {
  const { numAffectedRows } = await sql`
    with kept as (
      select camera.id as camera_id,
             coalesce((select min(segment.start_ts) from segment where segment.camera_id = camera.id),
                      ${now}::timestamptz - interval '1 day') as since
        from camera
    )
    delete from hub_state_span where (camera_id, entity_id, start_ts) in (
      select span.camera_id, span.entity_id, span.start_ts from kept
        cross join lateral (
          select * from hub_state_span one where one.camera_id = kept.camera_id and one.end_ts < kept.since limit ${most}
        ) span
       limit ${most})`.execute(conn);
  return Number(numAffectedRows ?? 0);
};
