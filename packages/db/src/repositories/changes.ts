import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import type { EventRow } from './events.ts';
import { type PlateReadRow, readColumns } from './plate-page.ts';
import type { SystemEventRow } from './system-events.ts';

// A change is read once for all followers and then filtered by their cameras: these are the only reads without a scope.

export const listChangedEvents = async (conn: Conn, ids: readonly string[]): Promise<EventRow[]> =>
  (
    await sql<EventRow>`
      select id, camera_id, source_id, ts, end_ts, updated_at, lifecycle, label, sub_label, score, top_score, zones, box,
             recognized_plate, null as raw
        from event where id = any (${[...ids]}::uuid[])`.execute(conn)
  ).rows;

export const listChangedPlateReads = async (conn: Conn, ids: readonly string[]): Promise<PlateReadRow[]> =>
  (
    await sql<PlateReadRow>`
      select ${readColumns} from plate_read r where r.id = any (${[...ids]}::uuid[])`.execute(conn)
  ).rows;

export const listChangedSystemEvents = async (conn: Conn, ids: readonly string[]): Promise<SystemEventRow[]> =>
  (
    await sql<SystemEventRow>`
      select e.id, e.event_key, e.camera_id, camera.name as camera_name, e.ts, e.recorded_at, e.detail, e.data, e.muted_by
        from system_event e left join camera on camera.id = e.camera_id
       where e.id = any (${[...ids]}::uuid[])`.execute(conn)
  ).rows;

/** The cameras a user may currently see. */
export const listVisibleCameraIds = async (conn: Conn, userId: string): Promise<string[]> =>
  (await sql<{ ids: string[] }>`select visible_camera_ids(${userId}) as ids`.execute(conn)).rows[0]?.ids ?? [];
