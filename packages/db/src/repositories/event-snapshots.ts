import { PLATE_LABEL } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import type { ClipReader } from './clips.ts';

export interface SnapshotSource {
  eventId: string;
  cameraId: string;
  ts: Date;
  /** Null while the event is open: its picture may still become a better one. */
  endTs: Date | null;
  /** Null if its source has no picture of it. */
  snapshotUrl: string | null;
  hasPlate: boolean;
}

/** Undefined also for an event of a camera that the user may not see, and for one that is about a plate. */
export async function findVisibleSnapshot(
  conn: Conn,
  { userId, seesPlates, onlyCameraId }: ClipReader,
  id: string,
): Promise<SnapshotSource | undefined> {
  const { rows } = await sql<SnapshotSource>`
    select event.id as event_id, event.camera_id, event.ts, event.end_ts, event.snapshot_url,
           event.recognized_plate is not null as has_plate
      from event join camera_scope scope on scope.camera_id = event.camera_id and scope.user_id = ${userId}
     where event.id = ${id} and (event.label <> ${PLATE_LABEL} or ${seesPlates}::boolean)
       and event.camera_id = coalesce(${onlyCameraId ?? null}::uuid, event.camera_id)
     limit 1`.execute(conn);
  return rows[0];
}

/** The ids of these events that still exist. */
export async function listLivingEvents(conn: Conn, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from event where id = any (${[...ids]}::uuid[])`.execute(conn);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a protecting bookmark touches a range of a camera. */
export async function isBookmarked(
  conn: Conn,
  { cameraId, startMs, endMs }: { cameraId: string; startMs: number; endMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from bookmark
     where protected and (camera_id is null or camera_id = ${cameraId})
       and start_ts <= ${new Date(endMs)} and end_ts >= ${new Date(startMs)} limit 1`.execute(conn);
  return rows.length > 0;
}
