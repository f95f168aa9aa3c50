import type { LprEngine, NormalizedEvent, Plate, RecognizedPlate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';
import { eventColumns, eventJson, eventUpsertFrom } from './events.ts';
import { storableJson } from './storable-json.ts';

export interface IngestFacts {
  platesEnabled: boolean;
  retentionDays: number;
  watchlistFuzz: number;
  watchlistRevision: string;
  /** The requested cameras that exist. */
  cameras: ReadonlyMap<string, { engine: LprEngine; name: string }>;
}

/** Everything needed to accept reads of these cameras, as of one moment. */
export async function readIngestFacts(conn: Conn, cameraIds: readonly string[]): Promise<IngestFacts> {
  interface Row extends Omit<IngestFacts, 'cameras'> {
    cameraId: string | null;
    engine: LprEngine;
    name: string;
  }
  const { rows } = await sql<Row>`${prepared('ingest-facts')}
    select lpr_config.enabled as plates_enabled, retention_days, watchlist_fuzz, revision as watchlist_revision,
           camera.id as camera_id, lpr_engine as engine, name
      from lpr_config cross join watchlist_revision
      left join camera on camera.id = any (${[...cameraIds]}::uuid[]) and camera.removed_at is null`.execute(conn);
  const [first] = rows;
  if (!first) throw new Error('the plate configuration is missing');
  const { platesEnabled, retentionDays, watchlistFuzz, watchlistRevision } = first;
  const cameras = new Map<string, { engine: LprEngine; name: string }>();
  for (const { cameraId, engine, name } of rows) if (cameraId !== null) cameras.set(cameraId, { engine, name });
  return { platesEnabled, retentionDays, watchlistFuzz, watchlistRevision, cameras };
}

export interface NewRead {
  event: NormalizedEvent & { plate: RecognizedPlate };
  plate: Plate;
  now: Date;
}

export interface StoredRead {
  id: string;
  alerted: boolean;
  bbox: number[] | null;
  /** False for a refinement. */
  inserted: boolean;
}

const keyOf = ({ sourceId, providerEventId }: { sourceId: string; providerEventId: string }) =>
  JSON.stringify([sourceId, providerEventId]);

/**
 * Stores reads with their events and pictures in one statement, or refines those with the same source and name: the read is
 * updated, and values that the refinement lacks are kept. The result is undefined for a read whose name belongs to another
 * camera. No two reads may have the same name. Within a transaction the reads stay locked until it ends.
 */
export async function storePlateReads(conn: Conn, reads: readonly NewRead[]): Promise<(StoredRead | undefined)[]> {
  const arrived = reads.map(({ event, plate, now }, n) => ({
    n,
    ...eventJson(event, now),
    plate,
    confidence: event.plate.confidence,
    region: event.plate.region,
    vehicle: event.plate.vehicle,
    bbox: event.plate.box,
  }));
  const crops = reads.map(({ event: { plate } }) => (plate.cropJpeg === null ? null : Buffer.from(plate.cropJpeg)));
  const { rows } = await sql<
    StoredRead & { sourceId: string; providerEventId: string }
  >`${prepared('store-plate-reads')}
    with arrived as materialized (
      select given.*, crop from json_to_recordset(${storableJson(arrived)}::json) as given (
               n integer, ${eventColumns}, plate text, confidence float8, region text, vehicle jsonb, bbox float8[])
        join unnest(${crops}::bytea[]) with ordinality as picture (crop, at) on picture.at = given.n + 1
    ),
    mirrored as (${eventUpsertFrom('arrived')}),
    stored as (
      insert into plate_read (camera_id, event_id, source_id, provider_event_id, ts, plate, plate_raw, confidence, region,
                              vehicle, bbox, snapshot_url, crop_bytes)
      select camera_id, mirrored.id, source_id, provider_event_id, ts, plate, recognized_plate, confidence, region, vehicle,
             bbox, snapshot_url, length(crop)
        from arrived join mirrored using (source_id, provider_event_id) order by source_id, provider_event_id
      on conflict on constraint plate_read_source_key do update
        set event_id = excluded.event_id, plate = excluded.plate, plate_raw = excluded.plate_raw,
            confidence = excluded.confidence,
            region = coalesce(excluded.region, plate_read.region),
            vehicle = coalesce(excluded.vehicle, plate_read.vehicle),
            bbox = coalesce(excluded.bbox, plate_read.bbox),
            snapshot_url = coalesce(excluded.snapshot_url, plate_read.snapshot_url),
            -- What was cut out of a snapshot by another box shows another place.
            crop_bytes = case when excluded.crop_bytes is not null then excluded.crop_bytes
                              when plate_read.snapshot_url is null or coalesce(excluded.bbox, plate_read.bbox)
                                   is not distinct from plate_read.bbox
                              then plate_read.crop_bytes end
        where plate_read.camera_id = excluded.camera_id
      returning id, alerted, bbox, xmax = 0 as inserted, source_id, provider_event_id
    ),
    pictured as (
      insert into plate_crop (plate_read_id, jpeg)
      select stored.id, crop from stored join arrived using (source_id, provider_event_id) where crop is not null
      on conflict (plate_read_id) do update set jpeg = excluded.jpeg
    )
    select * from stored`.execute(conn);
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  return reads.map(({ event }) => stored.get(keyOf(event)));
}

/** True only for the caller that set it. */
export const latchAlert = async (tx: Conn, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('plateRead')
    .set({ alerted: true })
    .where('id', '=', id)
    .where('alerted', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

export interface CropSource {
  id: string;
  bbox: number[] | null;
  /** The picture itself, if it is stored. */
  jpeg: Buffer | null;
  snapshotUrl: string | null;
}

const cropSources = (conn: Conn) =>
  conn
    .selectFrom('plateRead')
    // A stored picture that its read no longer counts was cut with another box.
    .leftJoin('plateCrop', (join) =>
      join.onRef('plateCrop.plateReadId', '=', 'plateRead.id').on('plateRead.cropBytes', 'is not', null),
    )
    .select(['plateRead.id', 'plateRead.bbox', 'plateRead.snapshotUrl', 'plateCrop.jpeg']);

/** Undefined also for a read of a camera the user may not see. */
export const findVisibleCrop = (
  conn: Conn,
  { id, userId }: { id: string; userId: string },
): Promise<CropSource | undefined> =>
  cropSources(conn)
    .where('plateRead.id', '=', id)
    .where('plateRead.cameraId', 'in', (eb) =>
      eb.selectFrom('cameraScope').select('cameraId').where('userId', '=', userId).$castTo<{ cameraId: string }>(),
    )
    .executeTakeFirst();

export const findCrop = (conn: Conn, plateReadId: string): Promise<CropSource | undefined> =>
  cropSources(conn).where('plateRead.id', '=', plateReadId).executeTakeFirst();

/** Stores a picture that was cut for a read, unless its box has changed in the meantime or the source has sent its own. */
export const keepCut = (conn: Conn, { id, bbox, jpeg }: { id: string; bbox: readonly number[]; jpeg: Buffer }) =>
  sql`
    with counted as (
      update plate_read set crop_bytes = ${jpeg.length} where id = ${id} and bbox = ${[...bbox]}::float8[] and crop_bytes is null
      returning id
    )
    insert into plate_crop (plate_read_id, jpeg) select id, ${jpeg} from counted
    on conflict (plate_read_id) do update set jpeg = excluded.jpeg`.execute(conn);
