import type { StreamName } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';
import { overlaps } from './media-start.ts';

export interface PreviewSegment {
  id: number;
  cameraId: string;
  stream: StreamName;
  startMs: number;
  durationMs: number;
  endTs: Date;
  parameterHash: string;
  path: string;
  storagePath: string;
}

const columns = sql`segment.id, segment.camera_id, segment.stream,
  round(date_part('epoch', precise_start_ts) * 1000)::float8 as start_ms, duration_ms, end_ts, parameter_hash,
  segment.path, storage.path as storage_path`;

/** A longer file of the substream only costs a second picture. */
const MAX_SUB_SEGMENT = '10 minutes';

/** Main where the substream was recorded as well: its pictures are smaller, and one of the two is enough. */
const hasSubstream = sql`segment.stream = 'main' and exists (
  select from segment sub
   where sub.camera_id = segment.camera_id and sub.stream = 'sub'
     and sub.start_ts > segment.start_ts - ${MAX_SUB_SEGMENT}::interval and sub.start_ts <= segment.start_ts + interval '2 seconds'
     and sub.end_ts > segment.start_ts + interval '2 seconds')`;

/** Segments in the order in which they were indexed; `isSpare`: another one shows the same. */
export const listSegmentsAfter = async (conn: Conn, { afterId, most }: { afterId: number; most: number }) =>
  (
    await sql<PreviewSegment & { isSpare: boolean }>`
      select ${columns}, ${hasSubstream} as is_spare
        from segment join storage on storage.id = segment.storage_id
       where segment.id > ${afterId} order by segment.id limit ${most}`.execute(conn)
  ).rows;

/** The last segment that ended before this time; 0 if there is none. */
export const lastSegmentBefore = async (conn: Conn, before: Date): Promise<number> =>
  (
    await sql<{ id: number | null }>`
      select max(id) as id from (
        select (select id from segment where tier = kind.tier and end_ts < ${before} order by end_ts desc, id desc limit 1)
          from (values ('live'), ('archive')) as kind (tier)) newest`.execute(conn)
  ).rows[0]?.id ?? 0;

/** The segment whose picture represents a moment, of the substream where it was recorded. */
export const findPreviewSegment = async (
  conn: Conn,
  { cameraId, userId, at }: { cameraId: string; userId: string; at: Date },
): Promise<PreviewSegment | undefined> =>
  (
    await sql<PreviewSegment>`${prepared('preview-segment')}
      select ${columns} from segment join storage on storage.id = segment.storage_id
       where camera_id = (select camera_id from camera_scope where user_id = ${userId} and camera_id = ${cameraId})
         and stream in ('main', 'sub') and ${overlaps(cameraId, { start: at, end: new Date(at.getTime() + 1) })}
       order by segment.stream desc, segment.start_ts desc limit 1`.execute(conn)
  ).rows[0];

/** The ids of these segments that still exist, of a camera that the user may see. */
export const listLivingSegments = async (
  conn: Conn,
  { cameraId, userId, ids }: { cameraId: string; userId?: string; ids: readonly number[] },
): Promise<Set<number>> => {
  const seen =
    userId === undefined
      ? sql`true`
      : sql`exists (select from camera_scope where user_id = ${userId} and camera_id = ${cameraId})`;
  const { rows } = await sql<{ id: number }>`${prepared('living-segments')}
    select id from segment where id = any (${[...ids]}::bigint[]) and camera_id = ${cameraId} and ${seen}`.execute(
    conn,
  );
  return new Set(rows.map(({ id }) => id));
};

/** The given hours in which a camera has footage. */
export const listHoursWithFootage = async (
  conn: Conn,
  { cameraId, hours }: { cameraId: string; hours: readonly Date[] },
): Promise<Set<number>> => {
  const { rows } = await sql<{ hour: Date }>`
    select hour from unnest(${[...hours]}::timestamptz[]) as wanted (hour)
     where exists (select from segment
                    where camera_id = ${cameraId} and stream in ('main', 'sub')
                      and ${overlaps(cameraId, { start: sql`hour`, end: sql`hour + interval '1 hour'` })})`.execute(
    conn,
  );
  return new Set(rows.map(({ hour }) => hour.getTime()));
};
