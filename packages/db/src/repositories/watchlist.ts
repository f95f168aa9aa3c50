import { type Plate, parsePlate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { WatchlistKind } from '../column-types.ts';
import type { Conn } from '../connect.ts';

/** `strpos` knows no wildcards. A text without letters and digits of a plate is compared with labels only. */
function holdsText(text: string) {
  const parsed = parsePlate(text);
  const inLabel = sql`strpos(lower(coalesce(label, '')), lower(${text})) > 0`;
  return parsed.kind === 'plate' ? sql`strpos(plate, ${parsed.plate}) > 0 or ${inLabel}` : inLabel;
}

export const listWatchlist = (
  conn: Conn,
  {
    kind,
    text,
    afterPlate,
    limit,
  }: {
    kind?: WatchlistKind | undefined;
    /** Part of the plate or of the label. */
    text?: string | undefined;
    afterPlate?: string | undefined;
    limit: number;
  },
) =>
  conn
    .selectFrom('watchlistEntry')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as WatchlistKind))
    .$if(text !== undefined, (query) => query.where(sql<boolean>`(${holdsText(text ?? '')})`))
    .$if(afterPlate !== undefined, (query) => query.where('plate', '>', afterPlate as Plate))
    .orderBy('plate')
    .limit(limit)
    .execute();

export type WatchlistRow = Awaited<ReturnType<typeof listWatchlist>>[number];

/** The current watch list facts that decide about a plate. */
export const readMatching = (conn: Conn) =>
  conn
    .selectFrom('lprConfig')
    .innerJoin('watchlistRevision', (join) => join.onTrue())
    .select(['lprConfig.watchlistFuzz as fuzz', 'watchlistRevision.revision'])
    .executeTakeFirstOrThrow();

/** The whole list and its revision in one statement, so that they are consistent. */
export async function readWatchlist(conn: Conn): Promise<{ revision: string; entries: WatchlistRow[] }> {
  const { rows } = await sql<WatchlistRow & { revision: string }>`
    select revision, e.* from watchlist_revision left join watchlist_entry e on true`.execute(conn);
  const [first] = rows;
  if (!first) throw new Error('the revision of the watch list is missing');
  return { revision: first.revision, entries: rows.filter(({ id }) => id !== null) };
}

export const findWatchlistEntry = (conn: Conn, id: string) =>
  conn.selectFrom('watchlistEntry').selectAll().where('id', '=', id).executeTakeFirst();

export interface WatchlistFields {
  plate: Plate;
  kind: WatchlistKind;
  label: string | null;
  note: string | null;
  color: string | null;
  notify: boolean;
}

export const insertWatchlistEntry = (conn: Conn, entry: Partial<WatchlistFields> & Pick<WatchlistFields, 'plate'>) =>
  conn.insertInto('watchlistEntry').values(entry).returningAll().executeTakeFirstOrThrow();

/** Adds many at once; plates that are listed already are not changed. Returns how many were added. */
export async function insertWatchlistEntries(conn: Conn, entries: readonly WatchlistFields[]): Promise<number> {
  const column = <K extends keyof WatchlistFields>(name: K) => entries.map((entry) => entry[name]);
  const { numAffectedRows } = await sql`
    insert into watchlist_entry (plate, kind, label, note, color, notify)
    select * from unnest(${column('plate')}::text[], ${column('kind')}::text[], ${column('label')}::text[],
                         ${column('note')}::text[], ${column('color')}::text[], ${column('notify')}::boolean[])
    on conflict (plate) do nothing`.execute(conn);
  return Number(numAffectedRows ?? 0n);
}

export async function countWatchlist(conn: Conn): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from watchlist_entry`.execute(conn);
  return rows[0]?.count ?? 0;
}

/** How many of these plates are listed. */
export async function countListedPlates(conn: Conn, plates: readonly Plate[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from watchlist_entry where plate = any (${[...plates]}::text[])`.execute(conn);
  return rows[0]?.count ?? 0;
}

export const updateWatchlistEntry = (conn: Conn, id: string, change: Partial<WatchlistFields>) =>
  conn.updateTable('watchlistEntry').set(change).where('id', '=', id).returningAll().executeTakeFirst();

export const deleteWatchlistEntry = (conn: Conn, id: string) =>
  conn.deleteFrom('watchlistEntry').where('id', '=', id).returning('id').executeTakeFirst();
