import { foldedDistanceWithin } from './distance.ts';
import { type FoldedPlate, foldLookAlikes } from './look-alikes.ts';
import { allowedEdits } from './match.ts';
import type { Plate } from './plate.ts';
import { certainlyBeyond, type PlateSignature, signatureOf } from './signature.ts';

export type WatchlistHit<Entry> = { entry: Entry; distance: number };
export type WatchlistLookup<Entry> = { hit: WatchlistHit<Entry> | undefined; distanceComputations: number };

export interface WatchlistIndex<Entry> {
  readonly size: number;
  /** The best entry the read matches: smallest distance, then the shorter plate, then alphabetical. */
  bestHit(input: { read: Plate; fuzz: number }): WatchlistLookup<Entry>;
}

type Indexed<Entry> = { entry: Entry; folded: FoldedPlate; signature: PlateSignature };
type LengthBucket<Entry> = { length: number; members: Indexed<Entry>[] };

const byPlate = (a: { plate: Plate }, b: { plate: Plate }) => (a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : 0);

/** Build one index per kind; for alerts, one over the watch entries that notify. */
export function buildWatchlistIndex<Entry extends { plate: Plate }>(entries: readonly Entry[]): WatchlistIndex<Entry> {
  const exact = new Map<FoldedPlate, Entry>();
  const buckets = new Map<number, LengthBucket<Entry>>();
  // Alphabetical order makes "the first found wins" correct for every tie below.
  for (const entry of [...entries].sort(byPlate)) {
    const folded = foldLookAlikes(entry.plate);
    if (!exact.has(folded)) exact.set(folded, entry);
    const bucket = buckets.get(folded.length) ?? { length: folded.length, members: [] };
    bucket.members.push({ entry, folded, signature: signatureOf(folded) });
    buckets.set(folded.length, bucket);
  }
  const shortestFirst = [...buckets.values()].sort((a, b) => a.length - b.length);

  return {
    size: entries.length,
    bestHit: ({ read, fuzz }) => {
      const folded = foldLookAlikes(read);
      const same = exact.get(folded);
      if (same !== undefined) return { hit: { entry: same, distance: 0 }, distanceComputations: 0 };
      return nearest({ buckets: shortestFirst, folded, fuzz });
    },
  };
}

/** The exact map has ruled out distance zero, so only one edit and more are left to find. */
function nearest<Entry>({
  buckets,
  folded,
  fuzz,
}: {
  buckets: readonly LengthBucket<Entry>[];
  folded: FoldedPlate;
  fuzz: number;
}): WatchlistLookup<Entry> {
  const signature = signatureOf(folded);
  let hit: WatchlistHit<Entry> | undefined;
  let distanceComputations = 0;
  for (const { length, members } of buckets) {
    let limit = allowedEdits({ fuzz, length });
    // Entries come shortest first, then alphabetically: a later one must be strictly nearer to win.
    if (hit !== undefined) limit = Math.min(limit, hit.distance - 1);
    if (!(limit >= 1) || Math.abs(length - folded.length) > limit) continue;
    for (const member of members) {
      if (certainlyBeyond(signature, member.signature, limit)) continue;
      distanceComputations += 1;
      const distance = foldedDistanceWithin(folded, member.folded, limit);
      if (distance === undefined) continue;
      hit = { entry: member.entry, distance };
      limit = distance - 1;
      if (limit < 1) break;
    }
  }
  return { hit, distanceComputations };
}
