import { foldLookAlikes, type Plate, type PlateMatchMode } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { nearPlates } from './near-plates.ts';
import { allOf, filtersOf, inScope, type PlateFilter } from './plate-page.ts';
import { MANY_PLATES, MIN_FOR_TRIGRAMS } from './plate-search.ts';

export interface PlateActivity {
  buckets: { bucket: number; reads: number }[];
  truncated: boolean;
  /** Too many plates contain the text: nothing was counted. */
  common: boolean;
}

type ActivityFilter = Omit<PlateFilter, 'limit' | 'start' | 'end'> & {
  start: Date;
  end: Date;
  buckets: number;
  maxReads: number;
};

/** Reads of a search in equal parts of a range. Bounded by plates and by reads, the newest first. */
export async function countReadsOverTime(
  conn: Conn,
  wanted: { kind: 'all' } | { kind: PlateMatchMode; plate: Plate },
  filter: ActivityFilter,
): Promise<PlateActivity> {
  const { start, end, buckets, maxReads } = filter;
  const conditions = [inScope(filter), ...filtersOf({ ...filter, limit: 0 })];
  const ofPlates = await platesOf(conn, wanted);
  if (ofPlates === 'common') return { buckets: [], truncated: false, common: true };
  if (ofPlates) conditions.push(sql`r.plate = any (${ofPlates}::text[])`);
  const seconds = (end.getTime() - start.getTime()) / 1000 / buckets;
  const { rows } = await sql<{ bucket: number; reads: number }>`
    select least(floor(extract(epoch from (ts - ${start}::timestamptz)) / ${seconds}::float8), ${buckets - 1})::int as bucket, count(*) as reads
      from (select r.ts from plate_read r where ${allOf(conditions)} order by r.ts desc limit ${maxReads + 1}) newest
     group by 1 order by 1`.execute(conn);
  const counted = rows.reduce((sum, { reads }) => sum + reads, 0);
  return { buckets: rows, truncated: counted > maxReads, common: false };
}

/** The plates that a search is about; undefined for all. */
async function platesOf(
  conn: Conn,
  wanted: { kind: 'all' } | { kind: PlateMatchMode; plate: Plate },
): Promise<Plate[] | 'common' | undefined> {
  if (wanted.kind === 'all') return undefined;
  const { kind, plate } = wanted;
  if (kind === 'exact') return [plate];
  if (kind !== 'fuzzy' && plate.length < MIN_FOR_TRIGRAMS) return 'common';
  const { rows } = await sql<{ plate: Plate }>`
    select plate from (${kind === 'fuzzy' ? nearPlates(plate) : platesWith(plate, kind)}) found
     limit ${MANY_PLATES + 1}`.execute(conn);
  return rows.length > MANY_PLATES ? 'common' : rows.map((row) => row.plate);
}

const platesWith = (plate: Plate, kind: 'prefix' | 'contains'): RawBuilder<unknown> => sql`
  select plate from seen_plate
   where folded like ${`%${foldLookAlikes(plate)}%`} and plate like ${kind === 'prefix' ? `${plate}%` : `%${plate}%`}`;
