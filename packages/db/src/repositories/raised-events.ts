import { sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';

export interface RaisedEvent {
  eventKey: string;
  /** Null when it concerns no camera, or all of them. */
  cameraId: string | null;
  /** One sentence for a person. */
  detail: string;
  data?: JsonObject;
}

/** For processes that do not send alerts themselves: the API takes the events from here. */
export const raiseSystemEvent = (conn: Conn, { eventKey, cameraId, detail, data = {} }: RaisedEvent) =>
  conn
    .insertInto('raisedEvent')
    .values({ eventKey, cameraId, detail, data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Takes the oldest ones; they are deleted when the transaction commits. Another process takes others in the meantime. */
export const takeRaisedEvents = (tx: Conn, limit: number) =>
  tx
    .deleteFrom('raisedEvent')
    .where('id', 'in', (eb) =>
      eb.selectFrom('raisedEvent').select('id').orderBy('id').limit(limit).forUpdate().skipLocked(),
    )
    .returning(['eventKey', 'cameraId', 'detail', 'data', 'ts', sql<number>`id`.as('order')])
    .execute();
