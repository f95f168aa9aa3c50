import { foldLookAlikes, fuzzyEdits, nearPieces, type Plate } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
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

type NearFilter = PlateFilter & { plate: Plate; after?: NearPosition | undefined };

/**
 * The nearest plates first, then the newest reads. A plate is found when it is few edits away or shares enough trigrams
 * (pg_trgm's usual 0.3); both are measured between plates in which look-alikes are folded. Those few edits away come
 * first, so the others are only looked for when these do not fill the page.
 */
export async function searchNearReads(conn: Conn, filter: NearFilter): Promise<FoundReads<NearReadRow>> {
  const near = nearPlates(filter.plate);
  if ((filter.after?.distance ?? 0) <= fuzzyEdits(filter.plate)) {
    const found = await readReadsOf(conn, near, filter);
    if (found.rows.length >= filter.limit) return found;
  }
  const similar = sql`select plate from seen_plate where folded % ${foldLookAlikes(filter.plate)}`;
  return readReadsOf(conn, sql`${near} union ${similar}`, filter);
}

/** Selects the plates that are few edits away, the plate itself included. */
export function nearPlates(plate: Plate): RawBuilder<unknown> {
  const edits = fuzzyEdits(plate);
  const pieces = nearPieces({ plate, edits });
  // Folded again from the plate in the index, so that the row itself is not visited.
  const isNear = sql`levenshtein_less_equal(fold_look_alikes(plate), ${foldLookAlikes(plate)}, ${edits}) <= ${edits}`;
  return sql.join(
    (['head', 'middle', 'tail'] as const).map(
      (piece) =>
        sql`select plate from seen_plate where ${sql.ref(piece)} = any (${[...new Set(pieces[piece])]}::text[]) and ${isNear}`,
    ),
    sql` union `,
  );
}

function readReadsOf(conn: Conn, plates: RawBuilder<unknown>, filter: NearFilter): Promise<FoundReads<NearReadRow>> {
  const { plate, after, limit } = filter;
  const conditions = [sql`r.plate = hit.plate`, inScope(filter), ...filtersOf(filter)];
  if (after) conditions.push(sql`(hit.distance > ${after.distance} or ${olderThan(after)})`);
  return readPage<{ distance: number }>(conn, {
    plates: sql`select plate, distance from (
      select plate, levenshtein(fold_look_alikes(plate), ${foldLookAlikes(plate)}) as distance from (${plates}) found
    ) measured ${after ? sql`where distance >= ${after.distance}` : sql``}`,
    page: sql`
      select newest.id, newest.ts, hit.distance from hit cross join lateral (
        select r.id, r.ts from plate_read r where ${allOf(conditions)} order by r.ts desc, r.id desc limit ${limit}
      ) newest
      order by hit.distance, newest.ts desc, newest.id desc limit ${limit}`,
    more: [sql`page.distance`],
    order: sql`page.distance, page.ts desc, page.id desc`,
  });
}
