import type { StreamName } from '@holdfast/domain';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Conn } from '../connect.ts';
import type { DB } from '../generated.ts';

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

/** No segment is longer than this, so the index finds those that begin before the range and reach into it. */
export const LONGEST_SEGMENT = '10 minutes';

/** What overlaps a range, in order; at most `limit`, so that the caller can tell "too much" by asking for one more. */
export const listPlayableSegments = (conn: Conn, { cameraId, userId, stream, start, end }: Range, limit: number) =>
  conn
    .selectFrom('segment')
    .select(['id', 'preciseStartTs', 'durationMs', 'parameterHash'])
    .where(visibleTo(userId))
    .where('cameraId', '=', cameraId)
    .where('stream', '=', stream)
    .where('startTs', '<', end)
    .where('startTs', '>', sql<Date>`${start}::timestamptz - ${LONGEST_SEGMENT}::interval`)
    .where('endTs', '>', start)
    .orderBy('startTs')
    .limit(limit)
    .execute();

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

/** The segment that holds a moment, else the first one after it. Main before sub where both do. */
export const findSegmentAt = (conn: Conn, { cameraId, userId, at }: { cameraId: string; userId: string; at: Date }) =>
  withFile(conn)
    .where('cameraId', '=', cameraId)
    .where(visibleTo(userId))
    .where('segment.startTs', '>', sql<Date>`${at}::timestamptz - ${LONGEST_SEGMENT}::interval`)
    .where('segment.endTs', '>', at)
    .orderBy(sql`greatest(segment.precise_start_ts, ${at}::timestamptz)`)
    .orderBy('segment.stream')
    .executeTakeFirst();
