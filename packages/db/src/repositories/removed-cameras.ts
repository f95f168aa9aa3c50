import { sql } from 'kysely';
import type { FootageFate } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { mediaStart } from './media-start.ts';
import { withNameKey } from './name-key.ts';

/** Any camera, removed or not. */
export const findAnyCamera = (conn: Conn, id: string) =>
  conn.selectFrom('camera').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Makes a tombstone: the owner of the footage, no longer a device. Its viewers stay as they were. Its encrypted passwords are
 * kept only where the camera is likely to be restored.
 */
export const markCameraRemoved = async (
  tx: Conn,
  id: string,
  { removedAt, footageFate }: { removedAt: Date; footageFate: FootageFate },
): Promise<void> => {
  await tx
    .updateTable('camera')
    .set({ removedAt, footageFate, ...(footageFate !== 'keep' && { mainPassword: null, subPassword: null }) })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('cameraGroupMember').where('cameraId', '=', id).execute();
  // From here on no footage is wanted; if the camera is restored, the timeline can explain the gap.
  await sql`
    insert into stream_state_change (camera_id, stream, ts, reason)
    select distinct camera_id, stream, ${removedAt}::timestamptz, 'off' from stream_state_change where camera_id = ${id}
  `.execute(tx);
};

/** Undefined when it is not a removed camera. Fails like any other rename when the name was taken in the meantime. */
export const restoreCamera = (tx: Conn, id: string, { name }: { name: string }) =>
  tx
    .updateTable('camera')
    .set({ removedAt: null, footageFate: null, ...withNameKey({ name }) })
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .returningAll()
    .executeTakeFirst();

/** Events and plates outlive the footage; system events outlive both. */
export const hasHistory = async (conn: Conn, cameraId: string): Promise<boolean> => {
  const { rows } = await sql`
    select where exists (select from system_event where camera_id = ${cameraId})
              or exists (select from raised_event where camera_id = ${cameraId})
              or exists (select from event where camera_id = ${cameraId})
              or exists (select from plate_read where camera_id = ${cameraId})`.execute(conn);
  return rows.length > 0;
};

/** The reports of detectors and plate readers. */
export const deleteSightings = async (tx: Conn, cameraId: string): Promise<void> => {
  await tx.deleteFrom('plateRead').where('cameraId', '=', cameraId).execute();
  await tx.deleteFrom('event').where('cameraId', '=', cameraId).execute();
};

/** The rest of a camera once its footage has expired: a name for its events. */
export const reduceToName = (tx: Conn, cameraId: string, policyId: string) =>
  tx
    .updateTable('camera')
    .set({ policyId, footageFate: 'keep', mainPassword: null, subPassword: null })
    .where('id', '=', cameraId)
    .execute();

export interface FootageSum {
  segments: number;
  bytes: number;
  /** Of both streams together: an hour with two streams counts as one hour. */
  milliseconds: number;
}

const runsOf = (cameraId: string) => sql`
  select coalesce(range_agg(tstzrange(start_ts, end_ts)), '{}') from footage_run
   where camera_id = ${cameraId} and kind = 'footage'`;
const lengthMs = (ranges: ReturnType<typeof sql>) => sql`
  (select coalesce(sum(extract(epoch from upper(part) - lower(part))) * 1000, 0)::float8 from unnest(${ranges}) part)`;

export const sumCameraFootage = async (conn: Conn, cameraId: string): Promise<FootageSum> => {
  const { rows } = await sql<FootageSum>`
    select coalesce(sum(segments), 0)::float8 as segments, coalesce(sum(bytes), 0)::float8 as bytes,
           ${lengthMs(sql`(${runsOf(cameraId)})`)} as milliseconds
      from footage_counter where camera_id = ${cameraId}`.execute(conn);
  return rows[0] ?? { segments: 0, bytes: 0, milliseconds: 0 };
};

/** The footage of a camera that bookmarks protect: whole segments, as retention counts them. */
export const sumProtectedFootage = async (conn: Conn, cameraId: string): Promise<FootageSum> => {
  const { rows } = await sql<FootageSum>`
    with kept as (
      select coalesce(range_agg(tstzrange(start_ts, end_ts)), '{}') as ranges from bookmark
       where protected and (camera_id is null or camera_id = ${cameraId})
    ), held as (
      select distinct segment.id, segment.size_bytes
        from kept cross join lateral unnest(kept.ranges) as range
        join footage_extent extent on extent.camera_id = ${cameraId}
       cross join lateral (select extent.reach_ms * interval '1 millisecond') as furthest (reach)
        join segment on segment.camera_id = extent.camera_id and segment.stream = extent.stream
          -- Only the second in the name is in an index; media lies no further from it than this.
         and segment.start_ts between lower(range) - furthest.reach and upper(range) + furthest.reach
         and ${mediaStart} < upper(range) and segment.end_ts > lower(range)
    )
    select (select count(*) from held)::float8 as segments, coalesce((select sum(size_bytes) from held), 0)::float8 as bytes,
           ${lengthMs(sql`(${runsOf(cameraId)}) * kept.ranges`)} as milliseconds
      from kept`.execute(conn);
  return rows[0] ?? { segments: 0, bytes: 0, milliseconds: 0 };
};

/** Bookmarks that protect footage of this camera, including those of all cameras; newest first, at most `limit`. */
export const listProtectingBookmarks = async (conn: Conn, cameraId: string, limit: number) =>
  (
    await sql<{ id: string; cameraId: string | null; label: string; startTs: Date; endTs: Date; count: number }>`
      select id, camera_id, label, start_ts, end_ts, (count(*) over ())::integer as count from bookmark
       where protected and (camera_id is null or camera_id = ${cameraId})
         and exists (select from footage_run run
                      where run.camera_id = ${cameraId} and run.kind = 'footage'
                        and run.start_ts < bookmark.end_ts and run.end_ts > bookmark.start_ts)
       order by start_ts desc, id desc limit ${limit}`.execute(conn)
  ).rows;
