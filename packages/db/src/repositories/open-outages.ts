import type { StreamAlarm } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** Outages that were reported and have not ended: since the first alarm no stream was recorded, and none was switched off. */
export const listOpenOutages = async (conn: Conn) =>
  (
    await sql<{ cameraId: string; since: Date; raised: StreamAlarm[] }>`
      select camera_id, min(since) as since, array_agg(distinct event_key) as raised
        from (
          select camera_id, event_key, ts, (data->>'since')::timestamptz as since from system_event
           where event_key in ('camera_offline', 'camera_stream_rejected', 'stream_no_segments', 'storage_persist_failed')
             and data ? 'since'
          union all
          select camera_id, event_key, ts, (data->>'since')::timestamptz from raised_event
           where event_key in ('camera_offline', 'camera_stream_rejected', 'stream_no_segments', 'storage_persist_failed')
             and data ? 'since'
        ) alarm
       where camera_id is not null
         and not exists (select from stream_state_change change
                          where change.camera_id = alarm.camera_id and change.ts > alarm.ts
                            and (change.reason is null or change.reason = 'off'))
       group by camera_id`.execute(conn)
  ).rows;
