import { foldLookAlikes, type Plate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { nearPlates } from './near-plates.ts';
import { inScope } from './plate-page.ts';

export interface PlateAtCamera {
  cameraId: string;
  reads: number;
  firstSeen: Date;
  lastSeen: Date;
}

/** Where a plate was read, the most frequent camera first, over the newest reads. */
export async function listCamerasOfPlate(
  conn: Conn,
  { userId, plate, maxReads }: { userId: string; plate: Plate; maxReads: number },
): Promise<PlateAtCamera[]> {
  const { rows } = await sql<PlateAtCamera>`
    select camera_id, count(*) as reads, min(ts) as first_seen, max(ts) as last_seen
      from (select r.camera_id, r.ts from plate_read r where r.plate = ${plate} and ${inScope({ userId })}
             order by r.ts desc, r.id desc limit ${maxReads + 1}) newest
     group by camera_id order by reads desc, last_seen desc`.execute(conn);
  return rows;
}

export interface SimilarPlate {
  plate: Plate;
  distance: number;
  reads: number;
  lastSeen: Date;
}

/** Other plates that were read by cameras the user may see, few edits away, the nearest first. */
export async function listSimilarPlates(
  conn: Conn,
  { userId, plate, limit, countUpTo }: { userId: string; plate: Plate; limit: number; countUpTo: number },
): Promise<SimilarPlate[]> {
  const { rows } = await sql<SimilarPlate>`
    select near.plate, levenshtein(fold_look_alikes(near.plate), ${foldLookAlikes(plate)}) as distance, seen.reads, seen.last_seen
      from (${nearPlates(plate)}) near cross join lateral (
        select count(*) as reads, max(ts) as last_seen
          from (select r.ts from plate_read r where r.plate = near.plate and ${inScope({ userId })}
                 order by r.ts desc, r.id desc limit ${countUpTo}) newest
      ) seen
     where near.plate <> ${plate} and seen.reads > 0
     order by distance, seen.reads desc, near.plate limit ${limit}`.execute(conn);
  return rows;
}
