import { type StreamName, streamNames } from '@holdfast/domain';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Conn } from '../connect.ts';
import type { DB } from '../generated.ts';
import { endsAfter, overlaps } from './media-start.ts';

const visibleTo = (userId: string) => (eb: ExpressionBuilder<DB, 'segment'>) =>
  eb(
    'segment.cameraId',
    'in',
    eb.selectFrom('cameraScope').select('cameraId').where('userId', '=', userId).$castTo<{ cameraId: string }>(),
  );

interface Range {
  cameraId: string;
  userId: string;
  stream: StreamName;
  start: Date;
  end: Date;
}

export interface PlayableRow {
  id: number;
  startMs: number;
  durationMs: number;
  parameterHash: string;
}

/**
 * The segments that overlap a range, in order; at most `limit`, so that the caller can detect "too much" by asking for one
 * more. A day has 21,600 of them: they are returned as one array per column, because turning so many rows into objects takes
 * longer than everything else.
 */
export const listPlayableSegments = async (
  conn: Conn,
  { cameraId, userId, stream, start, end }: Range,
  limit: number,
): Promise<PlayableRow[]> => {
  const found = await sql<{ ids: string; startsMs: string; durationsMs: string; hashes: string[] }>`
    select array_to_string(array_agg(id), ',') as ids,
           array_to_string(array_agg(round(date_part('epoch', precise_start_ts) * 1000)::bigint), ',') as starts_ms,
           array_to_string(array_agg(duration_ms), ',') as durations_ms,
           -- Nearly always the same for all of them.
           case when min(parameter_hash) = max(parameter_hash) then array[min(parameter_hash)]
                else array_agg(parameter_hash) end as hashes
      from (select id, precise_start_ts, duration_ms, parameter_hash from segment
             where exists (select from camera_scope where user_id = ${userId} and camera_id = ${cameraId})
               and camera_id = ${cameraId} and stream = ${stream} and ${overlaps(cameraId, { start, end })}
             order by start_ts limit ${limit}) as playable
    having count(*) > 0`.execute(conn);
  const [lists] = found.rows;
  if (!lists) return [];
  const [startsMs, durationsMs] = [lists.startsMs.split(','), lists.durationsMs.split(',')];
  return lists.ids.split(',').map((id, i) => ({
    id: Number(id),
    startMs: Number(startsMs[i]),
    durationMs: Number(durationsMs[i]),
    parameterHash: lists.hashes[i] ?? lists.hashes[0] ?? '',
  }));
};

const withFile = (conn: Conn) =>
  conn
    .selectFrom('segment')
    .innerJoin('storage', 'storage.id', 'segment.storageId')
    .select([
      'segment.id',
      'segment.cameraId',
      'segment.stream',
      'segment.preciseStartTs',
      'segment.durationMs',
      'segment.sizeBytes',
      'segment.path',
      'storage.path as storagePath',
    ]);

export const findSegmentFile = (conn: Conn, { id, userId }: { id: number; userId: string }) =>
  withFile(conn).where('segment.id', '=', id).where(visibleTo(userId)).executeTakeFirst();

export type SegmentFile = NonNullable<Awaited<ReturnType<typeof findSegmentFile>>>;

/** The segment at a time, otherwise the first one after it. Main before sub where both match. */
export const findSegmentAt = (conn: Conn, { cameraId, userId, at }: { cameraId: string; userId: string; at: Date }) =>
  withFile(conn)
    .where(visibleTo(userId))
    .where(({ eb, or, selectFrom }) =>
      or(
        streamNames.map((stream) =>
          eb(
            'segment.id',
            '=',
            selectFrom('segment')
              .select('segment.id')
              .where('segment.cameraId', '=', cameraId)
              .where('segment.stream', '=', stream)
              .where(endsAfter(cameraId, at))
              .orderBy('segment.startTs')
              .limit(1),
          ),
        ),
      ),
    )
    .orderBy(sql`greatest(segment.precise_start_ts, ${at}::timestamptz)`)
    .orderBy('segment.stream')
    .limit(1)
    .executeTakeFirst();
