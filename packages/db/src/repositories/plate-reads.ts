import type { LprEngine, NormalizedEvent, Plate, RecognizedPlate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';
import { eventUpsert } from './events.ts';

export interface IngestFacts {
  platesEnabled: boolean;
  retentionDays: number;
  watchlistFuzz: number;
  watchlistRevision: string;
  /** Null: no such camera. */
  engine: LprEngine | null;
  cameraName: string | null;
}

/** All that must be known before a read is taken, as of one moment. */
export async function readIngestFacts(conn: Conn, cameraId: string): Promise<IngestFacts> {
  const { rows } = await sql<IngestFacts>`${prepared('ingest-facts')}
    select lpr_config.enabled as plates_enabled, retention_days, watchlist_fuzz, revision as watchlist_revision, lpr_engine as engine,
           name as camera_name
      from lpr_config cross join watchlist_revision left join camera on camera.id = ${cameraId}`.execute(conn);
  const [facts] = rows;
  if (!facts) throw new Error('the plate configuration is missing');
  return facts;
}

export interface StoredRead {
  id: string;
  alerted: boolean;
  bbox: number[] | null;
  /** False for a refinement. */
  inserted: boolean;
}

/**
 * Stores a read with its event and picture in one statement, or refines the one its source named alike: what it was read
 * as changes, what the refinement does not bring is kept. Undefined when that one belongs to another camera. Within a
 * transaction the read stays locked until it ends.
 */
export async function storePlateRead(
  conn: Conn,
  { event, plate, now }: { event: NormalizedEvent & { plate: RecognizedPlate }; plate: Plate; now: Date },
): Promise<StoredRead | undefined> {
  const { text, confidence, region, vehicle, box, cropJpeg } = event.plate;
  const crop = cropJpeg === null ? null : Buffer.from(cropJpeg);
  const { rows } = await sql<StoredRead>`${prepared('store-plate-read')}
    with mirrored as (${eventUpsert(event, now)}),
    stored as (
      insert into plate_read (camera_id, event_id, source_id, provider_event_id, ts, plate, plate_raw, confidence, region,
                              vehicle, bbox, crop_bytes)
      select ${event.cameraId}::uuid, mirrored.id, ${event.sourceId}, ${event.providerEventId}, ${new Date(event.tsMs)}::timestamptz,
             ${plate}, ${text}, ${confidence}::float8, ${region}, ${vehicle === null ? null : JSON.stringify(vehicle)}::jsonb,
             ${box}::float8[], ${crop?.length ?? null}::int
        from mirrored
      on conflict on constraint plate_read_source_key do update
        set event_id = excluded.event_id, plate = excluded.plate, plate_raw = excluded.plate_raw,
            confidence = excluded.confidence,
            region = coalesce(excluded.region, plate_read.region),
            vehicle = coalesce(excluded.vehicle, plate_read.vehicle),
            bbox = coalesce(excluded.bbox, plate_read.bbox),
            crop_bytes = coalesce(excluded.crop_bytes, plate_read.crop_bytes)
        where plate_read.camera_id = excluded.camera_id
      returning id, alerted, bbox, xmax = 0 as inserted
    ),
    pictured as (
      insert into plate_crop (plate_read_id, jpeg) select id, ${crop}::bytea from stored where ${crop !== null}
      on conflict (plate_read_id) do update set jpeg = excluded.jpeg
    )
    select * from stored`.execute(conn);
  return rows[0];
}

/** True only for the caller that won. */
export const latchAlert = async (tx: Conn, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('plateRead')
    .set({ alerted: true })
    .where('id', '=', id)
    .where('alerted', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Undefined also for the picture of a camera the user may not see. */
export const findVisibleCrop = (conn: Conn, { id, userId }: { id: string; userId: string }) =>
  conn
    .selectFrom('plateRead')
    .innerJoin('plateCrop', 'plateCrop.plateReadId', 'plateRead.id')
    .select('plateCrop.jpeg')
    .where('plateRead.id', '=', id)
    .where('plateRead.cameraId', 'in', (eb) =>
      eb.selectFrom('cameraScope').select('cameraId').where('userId', '=', userId).$castTo<{ cameraId: string }>(),
    )
    .executeTakeFirst();

export const findCrop = (conn: Conn, plateReadId: string) =>
  conn.selectFrom('plateCrop').select('jpeg').where('plateReadId', '=', plateReadId).executeTakeFirst();
