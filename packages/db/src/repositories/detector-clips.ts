import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** The detector's name of an event of which it has a clip; undefined for one with a plate, which not everybody may see. */
export async function findDetectorClip(
  conn: Conn,
  eventId: string,
): Promise<{ sourceId: string; providerEventId: string } | undefined> {
  const { rows } = await sql<{ sourceId: string; providerEventId: string }>`
    select source_id, provider_event_id from event
     where id = ${eventId} and recognized_plate is null and raw @> '{"has_clip": true}'`.execute(conn);
  return rows[0];
}
