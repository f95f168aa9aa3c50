import type { Conn } from '../connect.ts';

export interface SystemEventFacts {
  eventKey: string;
  /** Null when it concerns no camera, or all of them. */
  cameraId: string | null;
  /** One sentence for a person. */
  detail: string;
  data?: Readonly<Record<string, unknown>>;
}

export const raiseSystemEvent = (conn: Conn, { eventKey, cameraId, detail, data = {} }: SystemEventFacts) =>
  conn
    .insertInto('systemEvent')
    .values({ eventKey, cameraId, detail, data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow();
