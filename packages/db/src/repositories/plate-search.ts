import { foldLookAlikes, type Plate, type PlateMatchMode } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';
import {
  allOf,
  type FoundReads,
  filtersOf,
  inScope,
  olderThan,
  type PlateFilter,
  type ReadPosition,
  readPage,
} from './plate-page.ts';

type NewestFilter = PlateFilter & { after?: ReadPosition | undefined };

const NEWEST_FIRST = sql`page.ts desc, page.id desc`;

const newestReads = (conditions: readonly RawBuilder<unknown>[], limit: number) =>
  sql`select r.id, r.ts from plate_read r where ${allOf(conditions)} order by r.ts desc, r.id desc limit ${limit}`;
const conditionsOf = (filter: NewestFilter) => [
  ...filtersOf(filter),
  ...(filter.after ? [olderThan(filter.after)] : []),
];

/** Newest first. Each camera contributes its newest from its own index, so a quiet camera costs nothing. */
export const listNewestReads = (conn: Conn, filter: NewestFilter): Promise<FoundReads> =>
  readPage(conn, {
    page: sql`
      select newest.id, newest.ts from unnest(${scopeArray(filter)}) as seen (camera_id)
       cross join lateral (${newestReads([sql`r.camera_id = seen.camera_id`, ...conditionsOf(filter)], filter.limit)}) newest
       order by newest.ts desc, newest.id desc limit ${filter.limit}`,
    order: NEWEST_FIRST,
  });

// A trigram needs three characters; the index cannot help with shorter text, which is common anyway.
export const MIN_FOR_TRIGRAMS = 3;
// Text that so many different plates contain is common too: walking back in time finds its newest reads quickly.
export const MANY_PLATES = 2_000;
/** This many reads contain a full page of matches for most pairs of characters. */
const NEAR_READS = 50_000;

/** Newest first. The plate is normalized, so it contains no LIKE wildcards. */
export async function searchReads(
  conn: Conn,
  filter: NewestFilter & { match: Exclude<PlateMatchMode, 'fuzzy'>; plate: Plate },
): Promise<FoundReads> {
  const { match, plate, limit } = filter;
  if (match === 'contains') return searchReadsContaining(conn, filter);
  const conditions = [inScope(filter), ...conditionsOf(filter)];
  // In index order, so only the rows of the page are visited, once each.
  if (match === 'exact')
    return readPage(conn, {
      page: sql`select * from plate_read r where ${allOf([sql`r.plate = ${plate}`, ...conditions])}
        order by r.ts desc, r.id desc limit ${limit}`,
      isWhole: true,
      order: sql`r.ts desc, r.id desc`,
    });
  return readPage(conn, {
    page: newestReads([sql`r.plate like ${`${plate}%`}`, ...conditions], limit),
    order: NEWEST_FIRST,
  });
}

/** Short text is sought among the newest reads first, longer or rare text through the plates that contain it. */
async function searchReadsContaining(conn: Conn, filter: NewestFilter & { plate: Plate }): Promise<FoundReads> {
  if (filter.plate.length < MIN_FOR_TRIGRAMS) {
    const found = await walkBack(conn, filter, NEAR_READS);
    if (found.rows.length === filter.limit) return found;
  }
  return (await searchReadsOfPlates(conn, filter)) ?? walkBack(conn, filter);
}

/**
 * The reads in order of time, until the page is full. The nested query keeps the planner from sorting all reads instead: it
 * takes pairs of characters for much rarer than they are.
 */
const walkBack = (conn: Conn, filter: NewestFilter & { plate: Plate }, mostReads?: number): Promise<FoundReads> =>
  readPage(conn, {
    page: sql`
      select walked.id, walked.ts
        from (select r.id, r.ts, r.plate from plate_read r where ${allOf([inScope(filter), ...conditionsOf(filter)])}
               order by r.ts desc, r.id desc limit ${mostReads ?? null}::bigint offset 0) walked
       where walked.plate like ${`%${filter.plate}%`} order by walked.ts desc, walked.id desc limit ${filter.limit}`,
    order: NEWEST_FIRST,
  });

/** Through the plates that contain the text, taking the newest reads of each; undefined when there are many such plates. */
async function searchReadsOfPlates(
  conn: Conn,
  filter: NewestFilter & { plate: Plate },
): Promise<FoundReads | undefined> {
  const { plate, limit } = filter;
  const reads = newestReads([sql`r.plate = hit.plate`, inScope(filter), ...conditionsOf(filter)], limit);
  const { rows, matching, plates } = await readPage(conn, {
    plates: sql`select plate from seen_plate
      where folded like ${`%${foldLookAlikes(plate)}%`} and plate like ${`%${plate}%`} limit ${MANY_PLATES + 1}`,
    page: sql`
      select newest.id, newest.ts from hit cross join lateral (${reads}) newest
       where (select count(*) from hit) <= ${MANY_PLATES} order by newest.ts desc, newest.id desc limit ${limit}`,
    order: NEWEST_FIRST,
  });
  return plates > MANY_PLATES ? undefined : { rows, matching };
}

/** One read, if the user may see its camera. */
export async function findVisibleRead(conn: Conn, { id, userId }: { id: string; userId: string }): Promise<FoundReads> {
  return readPage(conn, {
    page: sql`select r.id, r.ts from plate_read r where r.id = ${id} and ${inScope({ userId })}`,
    order: NEWEST_FIRST,
  });
}
