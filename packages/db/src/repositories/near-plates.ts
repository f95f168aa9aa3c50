import { foldLookAlikes, fuzzyEdits, nearPieces, type Plate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import {
  allOf,
  type FoundReads,
  filtersOf,
  inScope,
  olderThan,
  type PlateFilter,
  type PlateReadRow,
  type ReadPosition,
  readPage,
} from './plate-page.ts';

export interface NearPosition extends ReadPosition {
  distance: number;
}

export type NearReadRow = PlateReadRow & { distance: number };

/**
 * The nearest plates first, then the newest reads. A plate is found when it is few edits away or shares enough trigrams
 * (pg_trgm's usual 0.3); both are measured between plates in which look-alikes are folded.
 */
export function searchNearReads(
  conn: Conn,
  filter: PlateFilter & { plate: Plate; after?: NearPosition | undefined },
): Promise<FoundReads<NearReadRow>> {
  const { plate, after, limit } = filter;
  const folded = foldLookAlikes(plate);
  const edits = fuzzyEdits(plate);
  const pieces = nearPieces({ plate, edits });
  const distance = sql`levenshtein(fold_look_alikes(plate), ${folded})`;
  // Folded anew from the plate in the index, so that the row itself is not visited.
  const near = sql.join(
    (['head', 'middle', 'tail'] as const).map(
      (piece) => sql`select plate from seen_plate where ${sql.ref(piece)} = any (${pieces[piece]}::text[])
        and levenshtein_less_equal(fold_look_alikes(plate), ${folded}, ${edits}) <= ${edits}`,
    ),
    sql` union `,
  );
  const notBefore = after ? sql`where distance >= ${after.distance}` : sql``;
  const conditions = [sql`r.plate = hit.plate`, inScope(filter), ...filtersOf(filter)];
  if (after) conditions.push(sql`(hit.distance > ${after.distance} or ${olderThan(after)})`);
  return readPage<{ distance: number }>(conn, {
    plates: sql`select plate, distance from (
      select plate, ${distance} as distance from (${near} union select plate from seen_plate where folded % ${folded}) near
    ) measured ${notBefore}`,
    page: sql`
      select newest.id, newest.ts, hit.distance from hit cross join lateral (
        select r.id, r.ts from plate_read r where ${allOf(conditions)} order by r.ts desc, r.id desc limit ${limit}
      ) newest
      order by hit.distance, newest.ts desc, newest.id desc limit ${limit}`,
    more: [sql`page.distance`],
    order: sql`page.distance, page.ts desc, page.id desc`,
  });
}
