import type { StreamName, WatchingSource } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { mediaEnd, overlaps } from './media-start.ts';

export interface MotionSourceRow {
  cameraId: string;
  source: WatchingSource;
  able: boolean;
  reason: string | null;
  since: Date;
}

/** Replaces all rows; cameras that were removed meanwhile are left out. */
export const replaceMotionSources = async (tx: Conn, rows: readonly MotionSourceRow[]): Promise<void> => {
  await tx.deleteFrom('motionSourceStatus').execute();
  if (rows.length === 0) return;
  const column = <K extends keyof MotionSourceRow>(key: K) => rows.map((row) => row[key]);
  await sql`insert into motion_source_status (camera_id, source, able, reason, since)
    select reported.* from unnest(${column('cameraId')}::uuid[], ${column('source')}::text[], ${column('able')}::boolean[],
                              ${column('reason')}::text[], ${column('since')}::timestamptz[])
                    as reported (camera_id, source, able, reason, since)
      join camera on camera.id = reported.camera_id`.execute(tx);
};

export const listMotionSources = (conn: Conn) =>
  conn
    .selectFrom('motionSourceStatus')
    .select(['cameraId', 'source', 'able', 'reason', 'since'])
    .orderBy('source')
    .execute();

export const listVisibleMotionSources = (conn: Conn, userId: string) =>
  conn
    .selectFrom('motionSourceStatus')
    .innerJoin('cameraScope', 'cameraScope.cameraId', 'motionSourceStatus.cameraId')
    .select([
      'motionSourceStatus.cameraId',
      'motionSourceStatus.source',
      'motionSourceStatus.able',
      'motionSourceStatus.reason',
      'motionSourceStatus.since',
    ])
    .where('cameraScope.userId', '=', userId)
    .orderBy('motionSourceStatus.cameraId')
    .orderBy('motionSourceStatus.source')
    .execute();

export interface MotionViewRow {
  cameraId: string;
  ts: Date;
  moving: boolean;
  score: number;
  floor: number;
  ceiling: number;
  /** Zeros and ones. */
  grid: string;
}

export const replaceMotionViews = async (conn: Conn, rows: readonly MotionViewRow[]): Promise<void> => {
  const column = <K extends keyof MotionViewRow>(key: K) => rows.map((row) => row[key]);
  await sql`insert into motion_view as known (camera_id, ts, moving, score, floor, ceiling, grid)
    select reported.camera_id, reported.ts, reported.moving, reported.score, reported.floor, reported.ceiling, reported.grid::bit(576)
      from unnest(${column('cameraId')}::uuid[], ${column('ts')}::timestamptz[], ${column('moving')}::boolean[],
                  ${column('score')}::float8[], ${column('floor')}::float8[], ${column('ceiling')}::float8[],
                  ${column('grid')}::text[]) as reported (camera_id, ts, moving, score, floor, ceiling, grid)
      join camera on camera.id = reported.camera_id
    on conflict (camera_id) do update
      set ts = excluded.ts, moving = excluded.moving, score = excluded.score, floor = excluded.floor,
          ceiling = excluded.ceiling, grid = excluded.grid`.execute(conn);
};

/** Undefined also for a camera the user may not see. */
export const findVisibleMotionView = async (conn: Conn, { userId, cameraId }: { userId: string; cameraId: string }) =>
  (
    await sql<MotionViewRow>`
      select view.camera_id, view.ts, view.moving, view.score, view.floor, view.ceiling, view.grid::text as grid
        from motion_view view join camera_scope scope using (camera_id)
       where scope.user_id = ${userId} and view.camera_id = ${cameraId}`.execute(conn)
  ).rows[0];

/** Adds motion that was detected after the segment was written. False while the segment is not in the index. */
export const markSegmentMotion = async (
  conn: Conn,
  { cameraId, stream, startTs, grid }: { cameraId: string; stream: StreamName; startTs: Date; grid: string | null },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update segment set has_motion = true, motion_grid = coalesce(${grid}::text::bit(576), motion_grid)
     where camera_id = ${cameraId} and stream = ${stream} and start_ts = ${startTs}`.execute(conn);
  return Number(numAffectedRows ?? 0) > 0;
};

/** Spans in which one of the wanted cells moved, of any stream of the camera; scoped to what the user may see. */
export const searchMotion = async (
  conn: Conn,
  {
    userId,
    cameraId,
    start,
    end,
    cells,
    limit,
  }: { userId: string; cameraId: string; start: Date; end: Date; cells: string; limit: number },
) =>
  (
    await sql<{ startTs: Date; endTs: Date }>`
      select lower(span) as start_ts, upper(span) as end_ts
        from (
          select unnest(range_agg(tstzrange(precise_start_ts,
                          greatest(${mediaEnd}, precise_start_ts + interval '1 millisecond') + interval '1 second'))) as span
            from segment
           where camera_id = (select camera_id from camera_scope where user_id = ${userId} and camera_id = ${cameraId})
             and ${overlaps(cameraId, { start, end })}
             and motion_grid is not null and (motion_grid & ${cells}::text::bit(576)) <> repeat('0', 576)::bit(576)
        ) found
       order by 1 desc limit ${limit}`.execute(conn)
  ).rows.map(({ startTs, endTs }) => ({ startTs, endTs: new Date(endTs.getTime() - 1_000) }));
