import { fuzzySimilarityFloor, type Plate, type PlateMatchMode } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn, Database } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';

export interface PlateReadRow {
  id: string;
  cameraId: string;
  ts: Date;
  plate: Plate;
  plateRaw: string;
  confidence: number | null;
  region: string | null;
  vehicle: JsonObject | null;
  bbox: number[] | null;
  sourceId: string;
  eventId: string | null;
  cropBytes: number | null;
  alerted: boolean;
}

export interface PlateFilter {
  userId: string;
  cameraIds?: readonly string[] | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  sourceId?: string | undefined;
  limit: number;
}

export interface ReadPosition {
  ts: Date;
  id: string;
}

const columns = sql`r.id, r.camera_id, r.ts, r.plate, r.plate_raw, r.confidence, r.region, r.vehicle, r.bbox, r.source_id,
  r.event_id, r.crop_bytes, r.alerted`;
const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

const filters = ({ start, end, sourceId }: PlateFilter): RawBuilder<unknown>[] => [
  ...(start ? [sql`r.ts >= ${start}`] : []),
  ...(end ? [sql`r.ts < ${end}`] : []),
  ...(sourceId === undefined ? [] : [sql`r.source_id = ${sourceId}`]),
];
const inScope = (filter: PlateFilter) => sql`r.camera_id = any (${scopeArray(filter)})`;
const older = (after: ReadPosition | undefined) =>
  after ? [sql`(r.ts, r.id) < (${after.ts}, ${after.id}::uuid)`] : [];

/** Newest first. Each camera gives its own newest from its own index, so a silent camera costs nothing. */
export async function listNewestReads(
  conn: Conn,
  filter: PlateFilter & { after?: ReadPosition | undefined },
): Promise<PlateReadRow[]> {
  const conditions = all([sql`r.camera_id = seen.camera_id`, ...filters(filter), ...older(filter.after)]);
  const { rows } = await sql<PlateReadRow>`
    select ${columns}
      from unnest(${scopeArray(filter)}) as seen (camera_id)
     cross join lateral (
       select * from plate_read r where ${conditions} order by r.ts desc, r.id desc limit ${filter.limit}
     ) r
     order by r.ts desc, r.id desc limit ${filter.limit}`.execute(conn);
  return rows;
}

// A trigram needs three characters; below that the index cannot help and walking the newest reads is the better way.
const SHORTEST_FOR_TRIGRAMS = 3;

/** Newest first. The plate is normalized, so it holds nothing that LIKE would read as more than itself. */
export async function searchReads(
  conn: Conn,
  filter: PlateFilter & {
    match: Exclude<PlateMatchMode, 'fuzzy'>;
    plate: Plate;
    after?: ReadPosition | undefined;
  },
): Promise<PlateReadRow[]> {
  const { match, plate, limit } = filter;
  const wanted = {
    exact: sql`r.plate = ${plate}`,
    prefix: sql`r.plate like ${`${plate}%`}`,
    contains: sql`r.plate like ${`%${plate}%`}`,
  }[match];
  const rest = [inScope(filter), ...filters(filter), ...older(filter.after)];
  // The planner guesses how rare a piece of a plate is from its length alone and would walk the whole table by time.
  const byTrigrams = match === 'contains' && plate.length >= SHORTEST_FOR_TRIGRAMS;
  const page = byTrigrams
    ? sql`with hit as materialized (select r.id, r.ts from plate_read r where ${all([wanted, ...rest])})
          select id, ts from hit order by ts desc, id desc limit ${limit}`
    : sql`select r.id, r.ts from plate_read r where ${all([wanted, ...rest])} order by r.ts desc, r.id desc limit ${limit}`;
  const { rows } = await sql<PlateReadRow>`
    select ${columns} from (${page}) page join plate_read r on r.id = page.id order by page.ts desc, page.id desc`.execute(
    conn,
  );
  return rows;
}

export interface SimilarPosition extends ReadPosition {
  similarity: number;
}

export type SimilarReadRow = PlateReadRow & { similarity: number };

// Nearly every search is answered by the plates that share much; only when those do not fill the page is it worth
// looking at the many that share next to nothing.
const NEAR_SIMILARITY = 0.3;

/** Most similar first, then newest. */
export async function searchSimilarReads(
  db: Database,
  filter: PlateFilter & { plate: Plate; after?: SimilarPosition | undefined },
): Promise<SimilarReadRow[]> {
  const floor = fuzzySimilarityFloor(filter.plate);
  // Stored as float4: without a little room a similarity that equals the floor would fall below it.
  const thresholds = [NEAR_SIMILARITY, floor - 1e-6].filter(
    (threshold, index) => index === 1 || (threshold > floor && (filter.after?.similarity ?? 1) > threshold),
  );
  let rows: SimilarReadRow[] = [];
  for (const threshold of thresholds) {
    rows = await readsAbove(db, threshold, filter);
    if (rows.length >= filter.limit) return rows;
  }
  return rows;
}

function readsAbove(
  db: Database,
  threshold: number,
  filter: PlateFilter & { plate: Plate; after?: SimilarPosition | undefined },
): Promise<SimilarReadRow[]> {
  const { plate, after, limit } = filter;
  const similarity = sql`similarity(r.plate, ${plate})`;
  const conditions = all([
    sql`r.plate % ${plate}`,
    inScope(filter),
    ...filters(filter),
    ...(after
      ? [sql`(${similarity}, r.ts, r.id) < (${after.similarity}::real, ${after.ts}::timestamptz, ${after.id}::uuid)`]
      : []),
  ]);
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(threshold)}, true)`.execute(tx);
    const { rows } = await sql<SimilarReadRow>`
      select ${columns}, page.similarity
        from (select r.id, r.ts, ${similarity} as similarity from plate_read r where ${conditions}
               order by 3 desc, 2 desc, 1 desc limit ${limit}) page
        join plate_read r on r.id = page.id
       order by page.similarity desc, page.ts desc, page.id desc`.execute(tx);
    return rows;
  });
}

/** The distinct plates among a user's newest reads, for measuring outside of the database. */
export async function listRecentPlates(
  conn: Conn,
  { userId, lengths, mostReads }: { userId: string; lengths: { min: number; max: number }; mostReads: number },
): Promise<{ plates: { plate: Plate; reads: number }[]; truncated: boolean }> {
  const { rows } = await sql<{ plate: Plate; reads: number; scanned: number }>`
    with newest as materialized (
      select r.plate from plate_read r where ${inScope({ userId, limit: 0 })} order by r.ts desc, r.id desc limit ${mostReads + 1}
    )
    select plate, count(*) as reads, (select count(*) from newest) as scanned from newest
     where length(plate) between ${lengths.min} and ${lengths.max} group by plate`.execute(conn);
  return { plates: rows, truncated: (rows[0]?.scanned ?? 0) > mostReads };
}

/** The newest reads of any of these plates. */
export async function listReadsOfPlates(
  conn: Conn,
  filter: PlateFilter & { plates: readonly Plate[] },
): Promise<PlateReadRow[]> {
  const { rows } = await sql<PlateReadRow>`
    select ${columns} from unnest(${[...filter.plates]}::text[]) as wanted (plate)
     cross join lateral (
       select * from plate_read r where r.plate = wanted.plate and ${inScope(filter)}
        order by r.ts desc, r.id desc limit ${filter.limit}
     ) r
     order by r.ts desc, r.id desc limit ${filter.limit}`.execute(conn);
  return rows;
}
