import { NATIVE_ALPR_SOURCE_ID, type Plate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';
import { hasCrop } from './plate-page.ts';

interface Range {
  start: Date;
  end: Date;
}

/** The cameras a user may see that both engines read in the range, or that are set to both. */
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

export interface ComparedRead {
  id: string;
  cameraId: string;
  sourceId: string;
  tsMs: number;
  plate: Plate;
  confidence: number | null;
  hasCrop: boolean;
}

const EXTERNAL = 'external';

/**
 * The newest reads of these cameras, which come from a scoped query. Returned as one row of long texts: parsing ten thousand
 * rows field by field costs several times as much as the whole report. Of a source only the engine matters.
 */
export async function listReadsOfCameras(
  conn: Conn,
  { cameraIds, start, end, limit }: Range & { cameraIds: readonly string[]; limit: number },
): Promise<ComparedRead[]> {
  type Field = 'ids' | 'cameras' | 'natives' | 'times' | 'plates' | 'confidences' | 'crops';
  const { rows } = await sql<Record<Field, string | null>>`
    select string_agg(r.id::text, ',') as ids, string_agg(r.camera_id::text, ',') as cameras,
           string_agg(case r.source_id when ${NATIVE_ALPR_SOURCE_ID} then '1' else '0' end, ',') as natives,
           string_agg((extract(epoch from r.ts) * 1000)::bigint::text, ',') as times,
           string_agg(r.plate, ',') as plates, string_agg(coalesce(r.confidence::text, ''), ',') as confidences,
           string_agg(case when ${hasCrop} then '1' else '0' end, ',') as crops
      from (select * from plate_read
             where camera_id = any (${[...cameraIds]}::uuid[]) and ts >= ${start} and ts < ${end}
             order by ts desc, id desc limit ${limit}) r`.execute(conn);
  const fields = (name: Field) => rows[0]?.[name]?.split(',') ?? [];
  const [cameras, natives, times] = [fields('cameras'), fields('natives'), fields('times')];
  const [plates, confidences, crops] = [fields('plates'), fields('confidences'), fields('crops')];
  return fields('ids').map((id, n) => ({
    id,
    cameraId: cameras[n] ?? '',
    sourceId: natives[n] === '1' ? NATIVE_ALPR_SOURCE_ID : EXTERNAL,
    tsMs: Number(times[n]),
    plate: plates[n] as Plate,
    confidence: confidences[n] === '' ? null : Number(confidences[n]),
    hasCrop: crops[n] === '1',
  }));
}

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
