import type { LprEngine, Plate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';

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
export const readIngestFacts = (conn: Conn, cameraId: string): Promise<IngestFacts> =>
  conn
    .selectFrom('lprConfig')
    .innerJoin('watchlistRevision', (join) => join.onTrue())
    .leftJoin('camera', (join) => join.on('camera.id', '=', cameraId))
    .select([
      'lprConfig.enabled as platesEnabled',
      'lprConfig.retentionDays as retentionDays',
      'lprConfig.watchlistFuzz as watchlistFuzz',
      'watchlistRevision.revision as watchlistRevision',
      'camera.lprEngine as engine',
      'camera.name as cameraName',
    ])
    .executeTakeFirstOrThrow();

export interface NewPlateRead {
  cameraId: string;
  eventId: string;
  sourceId: string;
  providerEventId: string;
  ts: Date;
  plate: Plate;
  plateRaw: string;
  confidence: number | null;
  region: string | null;
  vehicle: JsonObject | null;
  bbox: number[] | null;
  cropBytes: number | null;
}

/**
 * Stores a read, or refines the one its source named alike: what it was read as changes, what the refinement does not
 * bring is kept. Undefined when that one belongs to another camera. The row stays locked until the transaction ends.
 */
export const upsertPlateRead = (tx: Conn, { vehicle, ...read }: NewPlateRead) =>
  tx
    .insertInto('plateRead')
    .values({ ...read, vehicle: vehicle === null ? null : JSON.stringify(vehicle) })
    .onConflict((conflict) =>
      conflict
        .constraint('plate_read_source_key')
        .doUpdateSet({
          eventId: read.eventId,
          plate: read.plate,
          plateRaw: read.plateRaw,
          confidence: read.confidence,
          region: sql`coalesce(excluded.region, plate_read.region)`,
          vehicle: sql`coalesce(excluded.vehicle, plate_read.vehicle)`,
          bbox: sql`coalesce(excluded.bbox, plate_read.bbox)`,
          cropBytes: sql`coalesce(excluded.crop_bytes, plate_read.crop_bytes)`,
        })
        .where('plateRead.cameraId', '=', read.cameraId),
    )
    .returning(['id', 'alerted', 'bbox', sql<boolean>`xmax = 0`.as('inserted')])
    .executeTakeFirst();

export const putPlateCrop = (tx: Conn, { plateReadId, jpeg }: { plateReadId: string; jpeg: Buffer }) =>
  tx
    .insertInto('plateCrop')
    .values({ plateReadId, jpeg })
    .onConflict((conflict) => conflict.column('plateReadId').doUpdateSet({ jpeg }))
    .execute();

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
