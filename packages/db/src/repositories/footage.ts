import type { StreamName, Tier } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { mediaStart } from './media-start.ts';

/** Footage of one camera on one storage and tier, from the counters. */
export const listFootagePlaces = (conn: Conn) =>
  conn
    .selectFrom('footageCounter')
    .innerJoin('camera', 'camera.id', 'footageCounter.cameraId')
    .select([
      'footageCounter.cameraId',
      'footageCounter.storageId',
      'footageCounter.tier',
      'footageCounter.bytes',
      'camera.policyId',
      'camera.footageFate',
    ])
    .where('footageCounter.segments', '>', 0)
    .execute();

export type FootagePlace = Awaited<ReturnType<typeof listFootagePlaces>>[number];

export interface FootageRow {
  id: number;
  cameraId: string;
  policyId: string;
  stream: StreamName;
  startTs: Date;
  /** Its first picture, if that is older than the second in its name. Protection extends back to it. */
  mediaStartTs: Date;
  endTs: Date;
  storageId: string;
  tier: Tier;
  path: string;
  sizeBytes: number;
}

export interface OldestFootageQuery {
  /** Without `until` the place is searched up to its newest segment. */
  places: readonly { cameraId: string; storageId: string; tier: Tier; until: Date | null }[];
  /** Searches only between the protected bookmarks, so that skipping a long protected range costs nothing. */
  skipProtected: boolean;
  limit: number;
}

/** The oldest segments of these places, at most `limit`; reads no more of the index than that for each place. */
export const oldestFootage = async (
  conn: Conn,
  { places, skipProtected, limit }: OldestFootageQuery,
): Promise<FootageRow[]> => {
  if (places.length === 0) return [];
  const wanted = places.map(({ cameraId, storageId, tier, until }) => ({
    camera_id: cameraId,
    storage_id: storageId,
    tier,
    until: until ?? 'infinity',
  }));
  const { rows } = await sql<FootageRow>`
    select found.*, camera.policy_id
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
             as place (camera_id uuid, storage_id uuid, tier text, until timestamptz)
      join camera on camera.id = place.camera_id
     cross join lateral (
       select coalesce(range_agg(tstzrange(start_ts, end_ts)), '{}') as kept from bookmark
        where ${skipProtected}::boolean and protected and (camera_id is null or camera_id = place.camera_id)
     ) bookmarks
     cross join lateral unnest('{[-infinity,infinity]}'::tstzmultirange - bookmarks.kept) as free (span)
     cross join lateral (
       select id, camera_id, stream, start_ts, ${mediaStart} as media_start_ts, end_ts, storage_id, tier, path, size_bytes
         from segment
        where segment.camera_id = place.camera_id and segment.storage_id = place.storage_id and segment.tier = place.tier
          and segment.end_ts >= lower(free.span) and segment.end_ts <= least(upper(free.span), place.until)
          and ${mediaStart} >= lower(free.span)
        order by segment.end_ts, segment.id
        limit ${limit}::integer
     ) found
     order by found.end_ts, found.id
     limit ${limit}::integer
  `.execute(conn);
  return rows;
};

/** Protected bookmarks that overlap a window. Those without a camera apply to all. */
export const listProtectedRanges = (conn: Conn, window: { start: Date; end: Date }) =>
  conn
    .selectFrom('bookmark')
    .select(['cameraId', 'startTs', 'endTs'])
    .where('protected', '=', true)
    .where('startTs', '<', window.end)
    .where('endTs', '>', window.start)
    .execute();

/**
 * Which of these are still indexed and unprotected: checked once more right before their files are deleted. Bookmarks protect
 * nothing of a camera that was removed together with its protected footage.
 */
export const stillDeletable = async (conn: Conn, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await conn
    .selectFrom('segment')
    .innerJoin('camera', 'camera.id', 'segment.cameraId')
    .select('segment.id')
    .where('segment.id', 'in', ids)
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('camera.footageFate', '=', 'delete_protected'),
        not(
          exists(
            selectFrom('bookmark')
              .select('bookmark.id')
              .where('bookmark.protected', '=', true)
              .where((eb) =>
                eb.or([eb('bookmark.cameraId', 'is', null), eb('bookmark.cameraId', '=', eb.ref('segment.cameraId'))]),
              )
              .whereRef('bookmark.startTs', '<', 'segment.endTs')
              .where('bookmark.endTs', '>', mediaStart),
          ),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const deleteFootageRows = async (conn: Conn, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const rows = await conn.deleteFrom('segment').where('id', 'in', ids).returning('id').execute();
  return rows.map(({ id }) => id);
};

/** True when the row still had the location that the caller read. */
export const moveFootageRow = async (
  conn: Conn,
  { id, from, to }: { id: number; from: { storageId: string; path: string }; to: { storageId: string; path: string } },
): Promise<boolean> => {
  const moved = await conn
    .updateTable('segment')
    .set({ storageId: to.storageId, path: to.path, tier: 'archive' })
    .where('id', '=', id)
    .where('storageId', '=', from.storageId)
    .where('path', '=', from.path)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
};

/** The newest time of any footage: a lower bound for the clock. */
export const newestFootageEnd = async (conn: Conn): Promise<Date | undefined> => {
  const { rows } = await sql<{ endTs: Date }>`
    select newest.end_ts
      from footage_counter place
     cross join lateral (
       select end_ts from segment
        where camera_id = place.camera_id and storage_id = place.storage_id and tier = place.tier
        order by end_ts desc limit 1
     ) newest
     order by newest.end_ts desc limit 1
  `.execute(conn);
  return rows[0]?.endTs;
};
