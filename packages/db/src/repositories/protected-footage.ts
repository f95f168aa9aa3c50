import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { mediaStart } from './media-start.ts';

/** How much footage bookmarks protect on each storage: whole segments, as retention counts them. */
export const sumProtectedByStorage = async (conn: Conn) =>
  (
    await sql<{ storageId: string; bytes: number }>`
      select storage_id, sum(size_bytes)::float8 as bytes
        from (
          select distinct segment.id, segment.storage_id, segment.size_bytes
            from (
              select camera.id as camera_id, range_agg(tstzrange(bookmark.start_ts, bookmark.end_ts)) as ranges
                from camera join bookmark on bookmark.protected and coalesce(bookmark.camera_id, camera.id) = camera.id
               group by camera.id
            ) kept
           cross join lateral unnest(kept.ranges) as range
            join footage_extent extent on extent.camera_id = kept.camera_id
           cross join lateral (select extent.reach_ms * interval '1 millisecond') as furthest (reach)
            join segment on segment.camera_id = extent.camera_id and segment.stream = extent.stream
              -- Only the second in the name is in an index; media lies no further from it than this.
             and segment.start_ts between lower(range) - furthest.reach and upper(range) + furthest.reach
             and ${mediaStart} < upper(range) and segment.end_ts > lower(range)
        ) held
       group by storage_id`.execute(conn)
  ).rows;

/** Footage and free space of each storage, and the budgets of the policies that use it. */
export const listStorageSpaces = async (conn: Conn) =>
  (
    await sql<{
      storageId: string;
      name: string;
      footageBytes: number;
      freeBytes: number | null;
      budgets: (number | null)[];
    }>`
      select storage.id as storage_id, storage.name, storage_status.free_bytes,
             (select coalesce(sum(bytes), 0)::float8 from footage_counter where storage_id = storage.id) as footage_bytes,
             array(select live_max_bytes::float8 from recording_policy where live_storage_id = storage.id
                   union all
                   select archive_max_bytes::float8 from recording_policy
                    where archive_enabled and archive_storage_id = storage.id) as budgets
        from storage left join storage_status on storage_status.storage_id = storage.id`.execute(conn)
  ).rows;
