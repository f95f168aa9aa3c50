import type { GapReason, StreamName } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** Cameras, user and time range. Every statement here joins the caller's scope itself. */
export interface TimelineRange {
  userId: string;
  cameraIds: readonly string[];
  start: Date;
  end: Date;
}

const seen = ({ userId, cameraIds }: TimelineRange) => sql`
  select camera_id from camera_scope where user_id = ${userId} and camera_id = any (${[...cameraIds]}::uuid[])`;
const epochMs = (expression: string) => sql`(extract(epoch from ${sql.raw(expression)}) * 1000)::float8`;
const milliseconds = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;

/** By id; a missing camera does not exist for the caller. */
export const listTimelineCameras = (conn: Conn, range: TimelineRange) =>
  conn
    .selectFrom('camera')
    .select(['id', 'createdAt', 'removedAt'])
    .where(sql<boolean>`id in (${seen(range)})`)
    .orderBy('id')
    .execute();

/** When the video of cameras was converted before it was recorded, cut to the range. */
export const listConversions = (conn: Conn, range: TimelineRange) =>
  conn
    .selectFrom('videoConversion')
    .select([
      'cameraId',
      sql<number>`${epochMs('started_at')}`.as('startMs'),
      sql<number | null>`${epochMs('ended_at')}`.as('endMs'),
    ])
    .where(sql<boolean>`camera_id in (${seen(range)})`)
    .where('startedAt', '<', range.end)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', range.start)]))
    .orderBy('cameraId')
    .orderBy('startedAt')
    .execute();

type RunKind = 'footage' | 'motion' | 'wide_footage' | 'wide_motion';

// Runs of a stream are disjoint: of those that began before the range only the last can overlap it.
const runsInRange = (range: TimelineRange, kinds: readonly RunKind[]) => sql`
  select lane.camera_id, lane.kind, run.start_ts, run.end_ts
    from (select camera_id, stream, kind from (${seen(range)}) seen
           cross join (values ('main'), ('sub')) streams (stream)
           cross join unnest(${[...kinds]}::text[]) kinds (kind)) lane
   cross join lateral (
     select start_ts, end_ts from footage_run
      where camera_id = lane.camera_id and stream = lane.stream and kind = lane.kind and start_ts < ${range.end}
        and start_ts >= coalesce((
          select max(start_ts) from footage_run
           where camera_id = lane.camera_id and stream = lane.stream and kind = lane.kind and start_ts <= ${range.start}
        ), ${range.start})
   ) run
   where run.end_ts > ${range.start}`;

/** The longest hole that wide runs close. There are few of them, however often motion started and stopped. */
const WIDE_HOLE_MS = 15 * 60_000;

/** Footage and motion of all streams of a camera together; runs at most `toleranceMs` apart are merged. */
export const listMergedRuns = async (conn: Conn, range: TimelineRange, toleranceMs: number) =>
  (
    await sql<{ cameraId: string; kind: 'footage' | 'motion'; startMs: number; endMs: number }>`
      select camera_id, replace(kind, 'wide_', '') as kind, ${epochMs('lower(run)')} as start_ms,
             ${epochMs('upper(run)')} - ${toleranceMs}::float8 as end_ms
        from (
          select camera_id, kind, range_agg(tstzrange(start_ts, end_ts + ${milliseconds(toleranceMs)}, '[]')) as runs
            from (${runsInRange(range, toleranceMs < WIDE_HOLE_MS ? ['footage', 'motion'] : ['wide_footage', 'wide_motion'])}) runs group by camera_id, kind
        ) merged cross join lateral unnest(runs) run
       order by 1, 2, 3`.execute(conn)
  ).rows;

/** A time span of a camera. */
export interface CameraSpan {
  cameraId: string;
  startMs: number;
  endMs: number;
}

/**
 * The recorded stream states within the given spans, as spans by reason (null: it recorded); spans at most `toleranceMs` apart
 * are merged. The given spans of a camera must not overlap.
 */
export const listStateSpans = async (
  conn: Conn,
  range: TimelineRange,
  { within, toleranceMs }: { within: readonly CameraSpan[]; toleranceMs: number },
) =>
  (
    await sql<{ cameraId: string; stream: StreamName; reason: GapReason | null; startMs: number; endMs: number }>`
      select camera_id, stream, reason, ${epochMs('lower(span)')} as start_ms,
             ${epochMs('upper(span)')} - ${toleranceMs}::float8 as end_ms
        from (
          select camera_id, stream, part.reason, range_agg(tstzrange(part.ts, part.held_until + ${milliseconds(toleranceMs)}, '[]')) as spans
            from (
              select lane.camera_id, lane.stream, change.reason, greatest(change.ts, lane.start_ts) as ts,
                     coalesce(change.maintenance_until, '-infinity') as announced_until,
                     lead(change.ts, 1, lane.end_ts) over (
                       partition by lane.camera_id, lane.stream, lane.start_ts order by change.ts, change.id
                     ) as held_until
                from (select camera_id, stream, start_ts, end_ts from (${seen(range)}) seen
                        join unnest(${within.map(({ cameraId }) => cameraId)}::uuid[],
                                    ${within.map(({ startMs }) => new Date(startMs))}::timestamptz[],
                                    ${within.map(({ endMs }) => new Date(endMs))}::timestamptz[]) asked (camera_id, start_ts, end_ts)
                       using (camera_id)
                       cross join (values ('main'), ('sub')) streams (stream)) lane
               cross join lateral (
                 select id, ts, reason, maintenance_until from stream_state_change
                  where camera_id = lane.camera_id and stream = lane.stream and ts < lane.end_ts
                    and ts >= coalesce((
                      select max(ts) from stream_state_change
                       where camera_id = lane.camera_id and stream = lane.stream and ts <= lane.start_ts
                    ), lane.start_ts)
               ) change
            ) held
           cross join lateral (values ('maintenance', ts, least(held_until, announced_until)),
                                      (reason, greatest(ts, announced_until), held_until)) part (reason, ts, held_until)
           where part.held_until > part.ts group by camera_id, stream, part.reason
        ) merged cross join lateral unnest(spans) span
       order by 1, 2, 4`.execute(conn)
  ).rows;

export const listDeletedSpans = async (conn: Conn, range: TimelineRange, toleranceMs: number) =>
  (
    await sql<{ cameraId: string; reason: GapReason; startMs: number; endMs: number }>`
      select camera_id, reason, ${epochMs('lower(span)')} as start_ms, ${epochMs('upper(span)')} - ${toleranceMs}::float8 as end_ms
        from (
          select camera_id, reason, range_agg(tstzrange(start_ts, end_ts + ${milliseconds(toleranceMs)}, '[]')) as spans
            from footage_deletion
           where camera_id in (${seen(range)}) and start_ts < ${range.end} and end_ts > ${range.start}
           group by camera_id, reason
        ) merged cross join lateral unnest(spans) span
       order by 1, 3`.execute(conn)
  ).rows;

/** Not per camera: there is one recorder for all. */
export const listRecorderSessions = (conn: Conn, { start, end }: { start: Date; end: Date }) =>
  conn
    .selectFrom('recorderRun')
    .select(['startedAt', 'beatAt', 'endedAt', 'restart'])
    .where('startedAt', '<', end)
    .where('beatAt', '>', start)
    .orderBy('startedAt')
    .execute();

/** Milliseconds of motion in each of `buckets` equal parts of the range; parts without motion are omitted. */
export const listMotionBuckets = async (conn: Conn, range: TimelineRange, buckets: number) =>
  (
    await sql<{ cameraId: string; bucket: number; motionMs: number }>`
      with motion as (
        select camera_id, greatest(lower(run), ${range.start}) as start_ts, least(upper(run), ${range.end}) as end_ts
          from (
            select camera_id, range_agg(tstzrange(start_ts, end_ts)) as runs
              from (${runsInRange(range, ['motion'])}) runs group by camera_id
          ) merged cross join lateral unnest(runs) run
      ), placed as (
        select camera_id, ${epochMs('start_ts')} - ${range.start.getTime()}::float8 as start_ms,
               ${epochMs('end_ts')} - ${range.start.getTime()}::float8 as end_ms
          from motion
      )
      select camera_id, bucket, sum(least(end_ms, (bucket + 1) * width.ms) - greatest(start_ms, bucket * width.ms)) as motion_ms
        from placed
       cross join (select ${(range.end.getTime() - range.start.getTime()) / buckets}::float8 as ms) width
       cross join lateral generate_series(floor(start_ms / width.ms)::integer,
                                          least(${buckets}::integer - 1, floor(end_ms / width.ms)::integer)) bucket
       group by camera_id, bucket`.execute(conn)
  ).rows;
