import { type Conn, readLprConfig, readWatchlistRevision } from '@holdfast/db';
import type { Watchlists } from '../watchlist/watchlists.ts';
import type { Judge } from './present.ts';

export async function readJudge(conn: Conn, watchlists: Watchlists): Promise<Judge> {
  const { watchlistFuzz } = await readLprConfig(conn);
  return { lists: await watchlists.at(conn, await readWatchlistRevision(conn)), fuzz: watchlistFuzz };
}
