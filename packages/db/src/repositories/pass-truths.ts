import { NATIVE_ALPR_SOURCE_ID, type Plate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';

interface Range {
  start: Date;
  end: Date;
}

/** The cameras a user may see that both engines read in the range, or are set to both. */
export async function listComparedCameras(
  conn: Conn,
  { userId, cameraIds, start, end }: Range & { userId: string; cameraIds?: readonly string[] | undefined },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from camera c
     where c.id = any (${scopeArray({ userId, cameraIds })})
       and (c.lpr_engine = 'both' or (
         exists (select from plate_read r where r.camera_id = c.id and r.ts >= ${start} and r.ts < ${end}
                    and r.source_id = ${NATIVE_ALPR_SOURCE_ID})
         and exists (select from plate_read r where r.camera_id = c.id and r.ts >= ${start} and r.ts < ${end}
                        and r.source_id <> ${NATIVE_ALPR_SOURCE_ID})))`.execute(conn);
  return rows;
}

/** The newest reads of these cameras; they come from a scoped query. */
export const listReadsOfCameras = (
  conn: Conn,
  { cameraIds, start, end, limit }: Range & { cameraIds: readonly string[]; limit: number },
) =>
  conn
    .selectFrom('plateRead')
    .select(['id', 'cameraId', 'sourceId', 'ts', 'plate', 'confidence', 'cropBytes'])
    .where('cameraId', '=', sql<string>`any (${[...cameraIds]}::uuid[])`)
    .where('ts', '>=', start)
    .where('ts', '<', end)
    .orderBy('ts', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const listTruths = (conn: Conn, { cameraIds, start, end }: Range & { cameraIds: readonly string[] }) =>
  conn
    .selectFrom('passTruth')
    .selectAll()
    .where('cameraId', '=', sql<string>`any (${[...cameraIds]}::uuid[])`)
    .where('bucketTs', '>=', start)
    .where('bucketTs', '<', end)
    .execute();

export const putTruth = (conn: Conn, truth: { cameraId: string; bucketTs: Date; plate: Plate; confirmedAt: Date }) =>
  conn
    .insertInto('passTruth')
    .values(truth)
    .onConflict((conflict) =>
      conflict.columns(['cameraId', 'bucketTs']).doUpdateSet({ plate: truth.plate, confirmedAt: truth.confirmedAt }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
