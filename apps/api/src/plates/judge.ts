import { type Conn, readMatching } from '@holdfast/db';
import type { Watchlists } from '../watchlist/watchlists.ts';
import type { Judge } from './present.ts';

export async function readJudge(conn: Conn, watchlists: Watchlists): Promise<Judge> {
  const { fuzz, revision } = await readMatching(conn);
  return { lists: await watchlists.at(conn, revision), fuzz };
}
