import { type FoldedPlate, foldLookAlikes } from '../plate/look-alikes.ts';
import { comparable, platesAgree } from './agreement.ts';
import type { Cluster, ClusterPair } from './cluster.ts';
import { compareReads, type PassRead } from './read.ts';

/** A vehicle that both engines have reported, until the built-in reader reports its plate again. */
interface Sighting<Read extends PassRead> {
  /** When either engine saw it last, as far as is known. */
  lastMs: number;
  /** The clusters of the external engine in which it was seen again. */
  again: { pair: ClusterPair<Read>; lastMs: number }[];
}

const plateOf = (cluster: Cluster<PassRead>) => foldLookAlikes(cluster.best.plate);

/**
 * Leaves out clusters of the external engine whose vehicle the built-in reader may have seen without reporting it: it reports a
 * plate again only after that was out of view for the gap. So after a pass of both engines its silence about the vehicle says
 * nothing, as long as each cluster begins within the gap of the one before. A cluster stays if the built-in reader reports the
 * plate less than a gap after it: it cannot have seen it then. The pairs are of one camera; those left are in order of time.
 */
export function leaveOutSuppressed<Read extends PassRead>(
  pairs: readonly ClusterPair<Read>[],
  { fuzz, reappearGapMs }: { fuzz: number; reappearGapMs: number },
): ClusterPair<Read>[] {
  const inOrder = byFirstRead(pairs);
  const suppressed = new Set<ClusterPair<Read>>();
  /** By what the built-in reader reported, and by what either engine made of it. */
  const reported = new Map<FoldedPlate, Sighting<Read>>();
  const known = new Map<FoldedPlate, Sighting<Read>>();
  const end = (nativePlate: FoldedPlate, reportMs: number) => {
    const sighting = reported.get(nativePlate);
    reported.delete(nativePlate);
    known.delete(nativePlate);
    if (sighting === undefined) return;
    sighting.lastMs = Number.NEGATIVE_INFINITY;
    for (const { pair, lastMs } of sighting.again) if (reportMs - lastMs < reappearGapMs) suppressed.delete(pair);
  };
  for (const pair of inOrder) {
    const { native, external } = pair;
    if (native !== undefined) {
      const nativePlate = plateOf(native);
      end(nativePlate, native.earliest.tsMs);
      if (external === undefined) continue;
      const sighting = { lastMs: native.latest.tsMs, again: [] };
      // A misreading is repeated as a rule.
      if (agree(native, external, fuzz)) known.set(plateOf(external), sighting);
      known.set(nativePlate, sighting);
      reported.set(nativePlate, sighting);
    } else if (external !== undefined) {
      const sighting = known.get(plateOf(external));
      if (sighting === undefined || external.earliest.tsMs - sighting.lastMs >= reappearGapMs) continue;
      sighting.lastMs = external.latest.tsMs;
      sighting.again.push({ pair, lastMs: sighting.lastMs });
      suppressed.add(pair);
    }
  }
  return inOrder.filter((pair) => !suppressed.has(pair));
}

const agree = (a: Cluster<PassRead>, b: Cluster<PassRead>, fuzz: number) =>
  platesAgree(comparable(a.best.plate), comparable(b.best.plate), fuzz);

function byFirstRead<Read extends PassRead>(pairs: readonly ClusterPair<Read>[]): ClusterPair<Read>[] {
  const firstReads = new Map<ClusterPair<Read>, Read>();
  for (const pair of pairs) {
    const [native, external] = [pair.native?.earliest, pair.external?.earliest];
    const first = native && external && compareReads(external, native) < 0 ? external : (native ?? external);
    if (first !== undefined) firstReads.set(pair, first);
  }
  return [...firstReads].sort(([, a], [, b]) => compareReads(a, b)).map(([pair]) => pair);
}
