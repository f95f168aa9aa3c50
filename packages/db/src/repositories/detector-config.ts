import type { Conn } from '../connect.ts';

export interface DetectorConfigRow {
  enabled: boolean | null;
  sourceId: string;
  mqttUrl: string | null;
  mqttPrefix: string | null;
  mqttUsername: string | null;
  /** Sealed. */
  mqttPassword: Buffer | null;
  httpBaseUrl: string | null;
  minScore: number;
  catchupHours: number;
}

export const readDetectorConfig = (conn: Conn): Promise<DetectorConfigRow> =>
  conn
    .selectFrom('detectorConfig')
    .select([
      'enabled',
      'sourceId',
      'mqttUrl',
      'mqttPrefix',
      'mqttUsername',
      'mqttPassword',
      'httpBaseUrl',
      'minScore',
      'catchupHours',
    ])
    .executeTakeFirstOrThrow();

export const updateDetectorConfig = (conn: Conn, change: Partial<DetectorConfigRow>) =>
  conn.updateTable('detectorConfig').set(change).execute();

/** By the name that the detector knows each camera by: its own, where no other is set. */
export const listDetectorCameras = (conn: Conn) =>
  conn
    .selectFrom('camera')
    .select((eb) => ['id', eb.fn.coalesce('detectorCameraName', 'name').as('detectorCameraName')])
    .where('removedAt', 'is', null)
    .execute();

/** Start of the newest event of a source, to fetch those that were missed since then. */
export const newestEventTs = async (conn: Conn, sourceId: string): Promise<Date | undefined> =>
  (
    await conn
      .selectFrom('event')
      .select('updatedAt')
      .where('sourceId', '=', sourceId)
      .orderBy('updatedAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.updatedAt;
