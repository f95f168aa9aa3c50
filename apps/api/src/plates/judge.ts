import { type Conn, readMatching } from '@holdfast/db';
import type { Plate } from '@holdfast/domain';
import type { Watchlists } from './watchlists.ts';

interface Watched {
  id: string;
  plate: Plate;
  label: string | null;
  color: string | null;
  distance: number;
}

/** How a plate is classified when it is shown: by the current watchlist. */
export type Judge = (plate: Plate) => Watched | null;

/** For one page; the same plates often repeat within it. */
export async function judgeAt(
  conn: Conn,
  watchlists: Watchlists,
  { fuzz, revision }: { fuzz: number; revision: string },
): Promise<Judge> {
  const { watch } = await watchlists.at(conn, revision);
  const known = new Map<Plate, Watched | null>();
  const judge: Judge = (read) => {
    const { hit } = watch.bestHit({ read, fuzz });
    if (!hit) return null;
    const { id, plate, label, color } = hit.entry;
    return { id, plate, label, color, distance: hit.distance };
  };
  return (read) => {
    const before = known.get(read);
    if (before !== undefined) return before;
    const verdict = judge(read);
    known.set(read, verdict);
    return verdict;
  };
}

export const readJudge = async (conn: Conn, watchlists: Watchlists): Promise<Judge> =>
  judgeAt(conn, watchlists, await readMatching(conn));
