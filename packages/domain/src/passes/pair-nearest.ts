import type { Cluster, ClusterPair } from './cluster.ts';
import { MinHeap } from './min-heap.ts';
import type { PassRead } from './read.ts';

/** The unpaired clusters that begin at one moment. */
type Moment<Read extends PassRead> = {
  tsMs: number;
  native: Cluster<Read>[];
  external: Cluster<Read>[];
  before: Moment<Read> | undefined;
  after: Moment<Read> | undefined;
};
type Neighbours<Read extends PassRead> = { native: Moment<Read>; external: Moment<Read> };

const gapMs = <Read extends PassRead>({ native, external }: Neighbours<Read>) => Math.abs(native.tsMs - external.tsMs);

/**
 * Pairs by smallest time difference (then the earlier native, then the earlier external cluster). The closest two of different
 * engines never have a third moment between them, since that one would be closer to one of the two. So only neighbours are
 * considered, and a busy hour costs n log n instead of all pairs.
 */
export function pairNearest<Read extends PassRead>({
  native,
  external,
  windowMs,
}: {
  native: readonly Cluster<Read>[];
  external: readonly Cluster<Read>[];
  windowMs: number;
}): ClusterPair<Read>[] {
  const pairs: ClusterPair<Read>[] = [];
  const nearest = new MinHeap<Neighbours<Read>>(
    (a, b) => gapMs(a) - gapMs(b) || a.native.tsMs - b.native.tsMs || a.external.tsMs - b.external.tsMs,
  );
  const consider = (a: Moment<Read> | undefined, b: Moment<Read> | undefined) => {
    if (a === undefined || b === undefined || Math.abs(a.tsMs - b.tsMs) > windowMs) return;
    if (a.native.length > 0 && b.external.length > 0) nearest.push({ native: a, external: b });
    if (a.external.length > 0 && b.native.length > 0) nearest.push({ native: b, external: a });
  };
  const drop = (moment: Moment<Read>) => {
    if (moment.native.length > 0 || moment.external.length > 0) return;
    if (moment.before !== undefined) moment.before.after = moment.after;
    if (moment.after !== undefined) moment.after.before = moment.before;
    consider(moment.before, moment.after);
  };

  for (const moment of momentsOf(native, external)) {
    if (moment.native.length > 0 && moment.external.length > 0) nearest.push({ native: moment, external: moment });
    consider(moment.before, moment);
  }
  for (let next = nearest.pop(); next !== undefined; next = nearest.pop()) {
    // Either side may have been paired since the two were put on the heap; it is no longer in the list then.
    if (next.native.native.length === 0 || next.external.external.length === 0) continue;
    while (next.native.native.length > 0 && next.external.external.length > 0) {
      pairs.push({ native: next.native.native.shift(), external: next.external.external.shift() });
    }
    drop(next.native);
    if (next.external !== next.native) drop(next.external);
  }
  return pairs;
}

function momentsOf<Read extends PassRead>(
  native: readonly Cluster<Read>[],
  external: readonly Cluster<Read>[],
): Moment<Read>[] {
  const byTime = new Map<number, Moment<Read>>();
  for (const [engine, clusters] of [
    ['native', native],
    ['external', external],
  ] as const) {
    for (const cluster of clusters) {
      const tsMs = cluster.earliest.tsMs;
      const moment = byTime.get(tsMs) ?? { tsMs, native: [], external: [], before: undefined, after: undefined };
      moment[engine].push(cluster);
      byTime.set(tsMs, moment);
    }
  }
  const moments = [...byTime.values()].sort((a, b) => a.tsMs - b.tsMs);
  moments.forEach((moment, index) => {
    moment.before = moments[index - 1];
    moment.after = moments[index + 1];
  });
  return moments;
}
