import { type ComparablePlate, comparable, platesAgree } from './agreement.ts';
import { compareReads, type PairingOptions, type PassRead } from './read.ts';

/** The reads that one engine made of one vehicle at one camera. */
export type Cluster<Read extends PassRead> = {
  reads: Read[];
  earliest: Read;
  latest: Read;
  /** The kept read: highest confidence, ties to the later. */
  best: Read;
};

/** One vehicle pass: the cluster of each engine, at least one of the two. */
export type ClusterPair<Read extends PassRead> = {
  native: Cluster<Read> | undefined;
  external: Cluster<Read> | undefined;
};

type OpenCluster<Read extends PassRead> = Cluster<Read> & { bestPlate: ComparablePlate };

const confidenceOf = (read: PassRead) => read.confidence ?? Number.NEGATIVE_INFINITY;

/** Clusters the reads of one camera by one engine, given in any order; ordered by their earliest read. */
export function clusterReads<Read extends PassRead>(
  reads: readonly Read[],
  { windowMs, fuzz }: PairingOptions,
): Cluster<Read>[] {
  const clusters: OpenCluster<Read>[] = [];
  // Ordered by latest read, so the most recent is at the end and the expired are at the start.
  const open: OpenCluster<Read>[] = [];
  for (const read of [...reads].sort(compareReads)) {
    const expired = open.findIndex((cluster) => read.tsMs - cluster.latest.tsMs <= windowMs);
    open.splice(0, expired === -1 ? open.length : expired);

    const plate = comparable(read.plate);
    const at = open.findLastIndex((cluster) => platesAgree(plate, cluster.bestPlate, fuzz));
    const [joined] = at === -1 ? [] : open.splice(at, 1);
    if (joined === undefined) {
      const started = { reads: [read], earliest: read, latest: read, best: read, bestPlate: plate };
      clusters.push(started);
      open.push(started);
      continue;
    }
    joined.reads.push(read);
    joined.latest = read;
    if (confidenceOf(read) >= confidenceOf(joined.best)) {
      joined.best = read;
      joined.bestPlate = plate;
    }
    open.push(joined);
  }
  return clusters.map(({ bestPlate: _, ...cluster }) => cluster);
}
