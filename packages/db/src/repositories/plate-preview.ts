import type { Plate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { inScope, type PlateReadRow, readColumns } from './plate-page.ts';

/** The distinct plates among a user's newest reads, to be compared outside of the database. */
export async function listRecentPlates(
  conn: Conn,
  { userId, lengths, maxReads }: { userId: string; lengths: { min: number; max: number }; maxReads: number },
): Promise<{ plates: { plate: Plate; reads: number }[]; truncated: boolean }> {
  const { rows } = await sql<{ plate: Plate; reads: number; scanned: number }>`
    with newest as materialized (
      select r.plate from plate_read r where ${inScope({ userId })} order by r.ts desc, r.id desc limit ${maxReads + 1}
    )
    select plate, count(*) as reads, (select count(*) from newest) as scanned from newest
     where length(plate) between ${lengths.min} and ${lengths.max} group by plate`.execute(conn);
  return { plates: rows, truncated: (rows[0]?.scanned ?? 0) > maxReads };
}

/** The newest reads of any of these plates. */
export async function listReadsOfPlates(
  conn: Conn,
  { userId, plates, limit }: { userId: string; plates: readonly Plate[]; limit: number },
): Promise<PlateReadRow[]> {
  const { rows } = await sql<PlateReadRow>`
    select ${readColumns} from unnest(${[...plates]}::text[]) as wanted (plate)
     cross join lateral (
       select * from plate_read r where r.plate = wanted.plate and ${inScope({ userId })}
        order by r.ts desc, r.id desc limit ${limit}
     ) r
     order by r.ts desc, r.id desc limit ${limit}`.execute(conn);
  return rows;
}
