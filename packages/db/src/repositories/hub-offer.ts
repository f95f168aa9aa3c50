import { PLATE_LABEL } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export interface HubOfferRow {
  instance: string;
  enabled: boolean;
  broker: 'own' | 'detector';
  mqttUrl: string | null;
  mqttUsername: string | null;
  /** Sealed. */
  mqttPassword: Buffer | null;
  discoveryPrefix: string;
  plates: boolean;
}

export const readHubOffer = (conn: Conn): Promise<HubOfferRow> =>
  conn
    .selectFrom('hubOfferConfig')
    .select(['instance', 'enabled', 'broker', 'mqttUrl', 'mqttUsername', 'mqttPassword', 'discoveryPrefix', 'plates'])
    .executeTakeFirstOrThrow();

export const updateHubOffer = (conn: Conn, change: Partial<Omit<HubOfferRow, 'instance'>>) =>
  conn.updateTable('hubOfferConfig').set(change).execute();

/** The chosen cameras that were not removed. */
export const listOfferedCameras = (conn: Conn) =>
  conn
    .selectFrom('hubOfferCamera')
    .innerJoin('camera', 'camera.id', 'hubOfferCamera.cameraId')
    .select(['camera.id', 'camera.name'])
    .where('camera.removedAt', 'is', null)
    .orderBy('camera.id')
    .execute();

export async function setOfferedCameras(tx: Conn, cameraIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('hubOfferCamera').execute();
  if (cameraIds.length > 0)
    await tx
      .insertInto('hubOfferCamera')
      .values(cameraIds.map((cameraId) => ({ cameraId })))
      .execute();
}

export interface OfferedFacts {
  cameraId: string;
  recording: boolean;
  offline: boolean;
  motion: boolean;
  lastEventId: string | null;
  lastEvent: string | null;
  /** The newest read of a plate on the watch list. */
  plateReadId: string | null;
  plate: string | null;
}

/** The current facts about offered cameras. An event that was not updated for long is not in progress. */
export const listOfferedFacts = async (
  conn: Conn,
  { cameraIds, now }: { cameraIds: readonly string[]; now: Date },
): Promise<OfferedFacts[]> =>
  (
    await sql<OfferedFacts>`
      select camera.id as camera_id,
             exists (select from stream_status s where s.camera_id = camera.id and s.state = 'recording') as recording,
             exists (select from stream_status s where s.camera_id = camera.id
                        and s.state in ('offline', 'rejected', 'stalled')) as offline,
             exists (select from event e where e.camera_id = camera.id and e.end_ts is null and e.label <> ${PLATE_LABEL}
                        and e.updated_at > ${now}::timestamptz - interval '5 minutes') as motion,
             last.id as last_event_id, last.label as last_event, read.id as plate_read_id, read.plate
        from camera
        left join lateral (select id, label from event e where e.camera_id = camera.id and e.label <> ${PLATE_LABEL}
                            order by ts desc, id desc limit 1) last on true
        left join lateral (select id, plate from plate_read r where r.camera_id = camera.id and r.alerted
                            order by ts desc limit 1) read on true
       where camera.id = any (${[...cameraIds]}::uuid[])`.execute(conn)
  ).rows;

export interface PublishedOffer {
  cameraId: string;
  discoveryPrefix: string;
}

export const listPublishedOffers = (conn: Conn): Promise<PublishedOffer[]> =>
  conn.selectFrom('hubOfferPublished').select(['cameraId', 'discoveryPrefix']).execute();

export const notePublishedOffers = (conn: Conn, offers: readonly PublishedOffer[]) =>
  conn
    .insertInto('hubOfferPublished')
    .values([...offers])
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const forgetPublishedOffer = (conn: Conn, { cameraId, discoveryPrefix }: PublishedOffer) =>
  conn
    .deleteFrom('hubOfferPublished')
    .where('cameraId', '=', cameraId)
    .where('discoveryPrefix', '=', discoveryPrefix)
    .execute();
