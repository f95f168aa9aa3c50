import { NATIVE_ALPR_SOURCE_ID, type Plate, type ReadingEngine } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';
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
  /** A stored crop, or one that can be cut from a picture of its source. */
  hasCrop: boolean;
  alerted: boolean;
}

export interface PlateFilter {
  userId: string;
  cameraIds?: readonly string[] | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  sourceId?: string | undefined;
  engine?: ReadingEngine | undefined;
  limit: number;
}

export interface ReadPosition {
  ts: Date;
  id: string;
}

/** Reads, and the watch list facts of the same moment. */
export interface FoundReads<Row = PlateReadRow> {
  rows: Row[];
  matching: { fuzz: number; revision: string };
}

interface Page {
  /** The plates whose reads form the page; the page may refer to them as `hit`. */
  plates?: RawBuilder<unknown>;
  /** Selects `id` and the columns used for ordering; or whole rows, then named `r`. */
  page: RawBuilder<unknown>;
  isWhole?: boolean;
  more?: readonly RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
}

export const hasCrop = sql<boolean>`(r.crop_bytes is not null or (r.snapshot_url is not null and r.bbox is not null))`;
export const readColumns = sql`r.id, r.camera_id, r.ts, r.plate, r.plate_raw, r.confidence, r.region, r.vehicle, r.bbox,
  r.source_id, r.event_id, r.alerted, ${hasCrop} as has_crop`;

export const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
export const inScope = (filter: Pick<PlateFilter, 'userId' | 'cameraIds'>) =>
  sql`r.camera_id = any (${scopeArray(filter)})`;
export const filtersOf = ({ start, end, sourceId, engine }: PlateFilter): RawBuilder<unknown>[] => [
  ...(start ? [sql`r.ts >= ${start}`] : []),
  ...(end ? [sql`r.ts < ${end}`] : []),
  ...(sourceId === undefined ? [] : [sql`r.source_id = ${sourceId}`]),
  ...(engine === 'native-alpr' ? [sql`r.source_id = ${NATIVE_ALPR_SOURCE_ID}`] : []),
  ...(engine === 'external' ? [sql`r.source_id <> ${NATIVE_ALPR_SOURCE_ID}`] : []),
];
export const olderThan = ({ ts, id }: ReadPosition) => sql`(r.ts, r.id) < (${ts}, ${id}::uuid)`;

/**
 * The whole rows of a page, the watch list facts, and the number of distinct plates, all in one statement: a round trip costs
 * more than most searches.
 */
export async function readPage<More extends object = object>(
  conn: Conn,
  { plates, page, isWhole = false, more = [], order }: Page,
): Promise<FoundReads<PlateReadRow & More> & { plates: number }> {
  interface Whole {
    watchlistFuzz: number;
    revision: string;
    plates: number;
  }
  const { rows } = await sql<PlateReadRow & More & Whole>`${prepared('plate-page')}
    with hit as materialized (${plates ?? sql`select`})
    select ${sql.join([sql`watchlist_fuzz, revision, (select count(*) from hit) as plates`, readColumns, ...more])}
      from (select watchlist_fuzz, revision from lpr_config cross join watchlist_revision limit 1) judged
      left join ${isWhole ? sql`(${page}) r` : sql`((${page}) page join plate_read r on r.id = page.id)`} on true
     order by ${order}`.execute(conn);
  const [first] = rows;
  if (!first) throw new Error('the plate configuration is missing');
  return {
    rows: rows.filter(({ id }) => id !== null),
    matching: { fuzz: first.watchlistFuzz, revision: first.revision },
    plates: first.plates,
  };
}
