import { comparable, platesAgree } from './agreement.ts';
import type { Cluster, ClusterPair } from './cluster.ts';
import { pairNearest } from './pair-nearest.ts';
import { compareReads, type PairingOptions, type PassRead } from './read.ts';

type Lanes<Read extends PassRead> = { native: readonly Cluster<Read>[]; external: readonly Cluster<Read>[] };
type Candidate<Read extends PassRead> = { native: Cluster<Read>; external: Cluster<Read> };

const byEarliest = <Read extends PassRead>(a: Cluster<Read>, b: Cluster<Read>) => compareReads(a.earliest, b.earliest);
const gapMs = <Read extends PassRead>({ native, external }: Candidate<Read>) =>
  Math.abs(native.earliest.tsMs - external.earliest.tsMs);

/**
 * Pairs the clusters of one camera one to one: agreeing plates first, then the nearest in time, so that a strong disagreement
 * still ends up in one pass. Unpaired clusters are passes that the other engine missed.
 */
export function pairClusters<Read extends PassRead>(lanes: Lanes<Read>, options: PairingOptions): ClusterPair<Read>[] {
  const native = [...lanes.native].sort(byEarliest);
  const external = [...lanes.external].sort(byEarliest);

  const paired = new Set<Cluster<Read>>();
  const pairs: ClusterPair<Read>[] = [];
  for (const candidate of agreeing({ native, external }, options)) {
    if (paired.has(candidate.native) || paired.has(candidate.external)) continue;
    paired.add(candidate.native).add(candidate.external);
    pairs.push(candidate);
  }

  const rest = (clusters: readonly Cluster<Read>[]) => clusters.filter((cluster) => !paired.has(cluster));
  for (const pair of pairNearest({ native: rest(native), external: rest(external), windowMs: options.windowMs })) {
    for (const cluster of [pair.native, pair.external]) if (cluster !== undefined) paired.add(cluster);
    pairs.push(pair);
  }
  for (const cluster of rest(native)) pairs.push({ native: cluster, external: undefined });
  for (const cluster of rest(external)) pairs.push({ native: undefined, external: cluster });
  return pairs;
}

function agreeing<Read extends PassRead>(lanes: Lanes<Read>, { windowMs, fuzz }: PairingOptions): Candidate<Read>[] {
  const candidates: Candidate<Read>[] = [];
  const externalPlates = lanes.external.map((cluster) => comparable(cluster.best.plate));
  let firstInReach = 0;
  for (const native of lanes.native) {
    const plate = comparable(native.best.plate);
    for (let index = firstInReach; index < lanes.external.length; index += 1) {
      const external = lanes.external[index];
      const externalPlate = externalPlates[index];
      if (external === undefined || externalPlate === undefined) break;
      const aheadMs = external.earliest.tsMs - native.earliest.tsMs;
      if (aheadMs > windowMs) break;
      // Later native clusters start no earlier, so this one stays out of reach.
      if (aheadMs < -windowMs) firstInReach = index + 1;
      else if (platesAgree(plate, externalPlate, fuzz)) candidates.push({ native, external });
    }
  }
  return candidates.sort(
    (a, b) => gapMs(a) - gapMs(b) || byEarliest(a.native, b.native) || byEarliest(a.external, b.external),
  );
}
