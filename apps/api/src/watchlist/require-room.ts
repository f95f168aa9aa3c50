import { type Conn, countWatchlist } from '@holdfast/db';
import { MAX_WATCHLIST_ENTRIES, reasonCode } from '@holdfast/domain';
import { Problem } from '../http/problem.ts';

/** Called after an insert, in its transaction: concurrent inserts wait for it, because each changes the revision. */
export async function requireRoom(tx: Conn): Promise<void> {
  if ((await countWatchlist(tx)) > MAX_WATCHLIST_ENTRIES)
    throw new Problem('watchlist-full', { reason: reasonCode('watchlist-full', { limit: MAX_WATCHLIST_ENTRIES }) });
}
