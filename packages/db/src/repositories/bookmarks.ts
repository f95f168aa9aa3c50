import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { mediaStart } from './media-start.ts';

/** The user who asks: an administrator also sees the bookmarks of removed cameras, since those still protect footage. */
export interface BookmarkReader {
  userId: string;
  isAdmin: boolean;
}

const visibleBookmarks = (conn: Conn, { userId, isAdmin }: BookmarkReader) =>
  conn
    .selectFrom('bookmark')
    .leftJoin('appUser', 'appUser.id', 'bookmark.createdBy')
    .selectAll('bookmark')
    .select('appUser.username')
    .where((eb) =>
      eb.or([
        eb.val(isAdmin),
        eb('bookmark.cameraId', 'is', null),
        sql<boolean>`bookmark.camera_id in (select camera_id from camera_scope where user_id = ${userId})`,
      ]),
    );

export interface BookmarkFilter {
  cameraIds: readonly string[] | undefined;
  start: Date | undefined;
  end: Date | undefined;
  /** The last bookmark of the previous page. */
  after: { ts: Date; id: string } | undefined;
  limit: number;
}

/** Newest first. */
export const listBookmarks = (
  conn: Conn,
  reader: BookmarkReader,
  { cameraIds, start, end, after, limit }: BookmarkFilter,
) =>
  visibleBookmarks(conn, reader)
    .where((eb) =>
      eb.and([
        ...(cameraIds
          ? [
              eb.or([
                eb('bookmark.cameraId', 'is', null),
                sql<boolean>`bookmark.camera_id = any (${[...cameraIds]}::uuid[])`,
              ]),
            ]
          : []),
        ...(start ? [eb('bookmark.endTs', '>', start)] : []),
        ...(end ? [eb('bookmark.startTs', '<', end)] : []),
        ...(after
          ? [sql<boolean>`(bookmark.start_ts, bookmark.id) < (${after.ts}::timestamptz, ${after.id}::uuid)`]
          : []),
      ]),
    )
    .orderBy('bookmark.startTs', 'desc')
    .orderBy('bookmark.id', 'desc')
    .limit(limit)
    .execute();

export const findBookmark = (conn: Conn, reader: BookmarkReader, id: string) =>
  visibleBookmarks(conn, reader).where('bookmark.id', '=', id).executeTakeFirst();

export type BookmarkRow = NonNullable<Awaited<ReturnType<typeof findBookmark>>>;

/** The footage that a protecting bookmark keeps from deletion: whole segments, as retention counts them. */
export async function sumBookmarkFootage(
  conn: Conn,
  { userId, isAdmin }: BookmarkReader,
  { cameraId, startTs, endTs }: Pick<BookmarkRow, 'cameraId' | 'startTs' | 'endTs'>,
): Promise<{ segments: number; bytes: number }> {
  const { rows } = await sql<{ segments: number; bytes: number }>`
    select coalesce(sum(part.segments), 0)::float8 as segments, coalesce(sum(part.bytes), 0)::float8 as bytes
      from camera
      join footage_extent extent on extent.camera_id = camera.id
     cross join lateral (select extent.reach_ms * interval '1 millisecond') as furthest (reach)
     cross join lateral (
       select count(*) as segments, sum(size_bytes) as bytes from segment
        where segment.camera_id = camera.id and segment.stream = extent.stream
          -- Only the second in the name is in an index; media lies no further from it than this.
          and segment.start_ts between ${startTs}::timestamptz - furthest.reach and ${endTs}::timestamptz + furthest.reach
          and ${mediaStart} < ${endTs} and segment.end_ts > ${startTs}
     ) part
     where (${cameraId}::uuid is null or camera.id = ${cameraId}::uuid)
       and (${isAdmin}::boolean or camera.id in (select camera_id from camera_scope where user_id = ${userId}))
  `.execute(conn);
  return rows[0] ?? { segments: 0, bytes: 0 };
}

export interface BookmarkFields {
  startTs: Date;
  endTs: Date;
  label: string;
  note: string | null;
  protected: boolean;
}

export const insertBookmark = (
  conn: Conn,
  bookmark: BookmarkFields & { cameraId: string | null; createdBy: string; createdAt: Date },
) => conn.insertInto('bookmark').values(bookmark).returning('id').executeTakeFirstOrThrow();

export const updateBookmark = (conn: Conn, id: string, change: BookmarkFields) =>
  conn.updateTable('bookmark').set(change).where('id', '=', id).execute();

export const deleteBookmark = (conn: Conn, id: string) => conn.deleteFrom('bookmark').where('id', '=', id).execute();

export const deleteBookmarksOfCamera = (conn: Conn, cameraId: string) =>
  conn.deleteFrom('bookmark').where('cameraId', '=', cameraId).execute();
