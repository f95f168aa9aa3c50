import { type Conn, readWatchlist, type WatchlistRow } from '@holdfast/db';
import { buildWatchlistIndex, type WatchlistIndex } from '@holdfast/domain';
import { singleFlight } from '@holdfast/kit';

export interface Lists {
  revision: string;
  ignore: WatchlistIndex<WatchlistRow>;
  watch: WatchlistIndex<WatchlistRow>;
  /** The watch entries that notify: a silent one that is nearer must not hide them. */
  notify: WatchlistIndex<WatchlistRow>;
}

export interface Watchlists {
  /** The lists of the revision that the caller just read, or newer ones. */
  at(conn: Conn, revision: string): Promise<Lists>;
}

/**
 * Caches the indexed lists. Every caller passes the revision that it read with its own facts, so a change that any process
 * committed applies to the next read, without notifications.
 */
export function createWatchlists(): Watchlists {
  let kept: Lists | undefined;
  const once = singleFlight<Lists>();

  const load = async (conn: Conn): Promise<Lists> => {
    const { revision, entries } = await readWatchlist(conn);
    const watch = entries.filter(({ kind }) => kind === 'watch');
    kept = {
      revision,
      ignore: buildWatchlistIndex(entries.filter(({ kind }) => kind === 'ignore')),
      watch: buildWatchlistIndex(watch),
      notify: buildWatchlistIndex(watch.filter(({ notify }) => notify)),
    };
    return kept;
  };

  return {
    at: async (conn, revision) => (kept?.revision === revision ? kept : once(revision, () => load(conn))),
  };
}
