import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** With what decides whether anything may be recorded; undefined for a camera the user may not see, or a removed one. */
export const findRecordableCamera = (conn: Conn, { cameraId, userId }: { cameraId: string; userId: string }) =>
  conn
    .selectFrom('camera')
    .innerJoin('cameraScope', 'cameraScope.cameraId', 'camera.id')
    .innerJoin('recordingPolicy', 'recordingPolicy.id', 'camera.policyId')
    .select(['camera.id', 'camera.name', 'camera.enabled'])
    .select(['recordingPolicy.mode', 'recordingPolicy.schedule', 'recordingPolicy.motionPreSeconds'])
    .where('camera.id', '=', cameraId)
    .where('camera.removedAt', 'is', null)
    .where('cameraScope.userId', '=', userId)
    .executeTakeFirst();

export const MANUAL_SOURCE_ID = 'manual';

/** Stores the request and its event in one statement; undefined while the user's last one for the camera is open. */
export const requestRecording = async (
  conn: Conn,
  {
    cameraId,
    userId,
    from,
    until,
    label,
    now,
  }: { cameraId: string; userId: string; from: Date; until: Date; label: string; now: Date },
) =>
  (
    await sql<{ id: string; from: Date; until: Date; eventId: string }>`
      with made as (
        insert into record_request as known (user_id, camera_id, from_ts, until_ts)
        values (${userId}, ${cameraId}, ${from}, ${until})
        on conflict (user_id, camera_id) do update
          set id = gen_random_uuid(), from_ts = excluded.from_ts, until_ts = excluded.until_ts
          where known.until_ts <= ${now}
        returning id, camera_id, from_ts, until_ts
      ), raised as (
        insert into event (camera_id, source_id, provider_event_id, ts, end_ts, updated_at, lifecycle, label)
        select camera_id, ${MANUAL_SOURCE_ID}, id::text, from_ts, until_ts, ${now}, 'end', ${label} from made
        returning id
      )
      select made.id, made.from_ts as "from", made.until_ts as "until", raised.id as event_id from made cross join raised`.execute(
      conn,
    )
  ).rows[0];

/** The requests that are open now, of cameras that were not removed; for the recorder. */
export const listOpenRecordRequests = (conn: Conn, now: Date) =>
  conn.selectFrom('recordRequest').select(['id', 'cameraId', 'fromTs', 'untilTs']).where('untilTs', '>', now).execute();
