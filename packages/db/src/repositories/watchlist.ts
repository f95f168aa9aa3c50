import type { Plate } from '@holdfast/domain';
import { sql } from 'kysely';
import type { WatchlistKind } from '../column-types.ts';
import type { Conn } from '../connect.ts';

export const listWatchlist = (
  conn: Conn,
  { kind, afterPlate, limit }: { kind?: WatchlistKind | undefined; afterPlate?: string | undefined; limit: number },
) =>
  conn
    .selectFrom('watchlistEntry')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as WatchlistKind))
    .$if(afterPlate !== undefined, (query) => query.where('plate', '>', afterPlate as Plate))
    .orderBy('plate')
    .limit(limit)
    .execute();

export type WatchlistRow = Awaited<ReturnType<typeof listWatchlist>>[number];

/** The current watchlist facts that decide about a plate. */
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
  if (!first) throw new Error('the revision of the watchlist is missing');
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

export const updateWatchlistEntry = (conn: Conn, id: string, change: Partial<WatchlistFields>) =>
  conn.updateTable('watchlistEntry').set(change).where('id', '=', id).returningAll().executeTakeFirst();

export const deleteWatchlistEntry = (conn: Conn, id: string) =>
  conn.deleteFrom('watchlistEntry').where('id', '=', id).returning('id').executeTakeFirst();
