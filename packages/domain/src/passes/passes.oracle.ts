import fc from 'fast-check';
import { anyPlate, misreadOf, slowDistance } from '../plate/plate.oracle.ts';
import type { PassRead } from './read.ts';

// A plain reference implementation for tests.

type SlowCluster = PassRead[];
type Options = { windowMs: number; fuzz: number };

const must = (read: PassRead | undefined): PassRead => {
  if (read === undefined) throw new Error('a cluster without reads');
  return read;
};
const inOrder = (a: PassRead, b: PassRead) => a.tsMs - b.tsMs || (a.id < b.id ? -1 : 1);
const agree = (a: PassRead, b: PassRead, fuzz: number) =>
  slowDistance(a.plate, b.plate) <= Math.floor(fuzz * Math.max(a.plate.length, b.plate.length));

export const slowBest = (cluster: SlowCluster): PassRead =>
  must([...cluster].sort((a, b) => (b.confidence ?? -1) - (a.confidence ?? -1) || inOrder(b, a))[0]);

export function slowClusters(reads: readonly PassRead[], { windowMs, fuzz }: Options): SlowCluster[] {
  const clusters: SlowCluster[] = [];
  for (const read of [...reads].sort(inOrder)) {
    const latest = (cluster: SlowCluster) => must(cluster.at(-1));
    const joined = clusters
      .filter((cluster) => read.tsMs - latest(cluster).tsMs <= windowMs && agree(read, slowBest(cluster), fuzz))
      .sort((a, b) => inOrder(latest(b), latest(a)))
      .at(0);
    if (joined === undefined) clusters.push([read]);
    else joined.push(read);
  }
  return clusters;
}

/** Every possible pair, sorted by the whole rule, taken while both sides are free. */
export function slowPairs(
  native: readonly SlowCluster[],
  external: readonly SlowCluster[],
  { windowMs, fuzz }: Options,
) {
  const first = (cluster: SlowCluster) => must(cluster[0]);
  const all = native.flatMap((n) => external.map((e) => ({ n, e, gap: Math.abs(first(n).tsMs - first(e).tsMs) })));
  const sorted = all
    .filter(({ gap }) => gap <= windowMs)
    .map((pair) => ({ ...pair, agrees: agree(slowBest(pair.n), slowBest(pair.e), fuzz) }))
    .sort(
      (a, b) =>
        Number(b.agrees) - Number(a.agrees) ||
        a.gap - b.gap ||
        first(a.n).tsMs - first(b.n).tsMs ||
        first(a.e).tsMs - first(b.e).tsMs ||
        (first(a.n) === first(b.n) ? inOrder(first(a.e), first(b.e)) : inOrder(first(a.n), first(b.n))),
    );
  const used = new Set<SlowCluster>();
  return sorted.filter(({ n, e }) => {
    if (used.has(n) || used.has(e)) return false;
    used.add(n).add(e);
    return true;
  });
}

const baseMs = Date.UTC(2026, 10, 15, 1, 2, 3);

/** Reads of a few vehicles at two cameras within a minute: crowded on purpose, with equal times and confidences. */
export const anyReads: fc.Arbitrary<PassRead[]> = fc
  .uniqueArray(anyPlate, { minLength: 1, maxLength: 4 })
  .chain((cars) =>
    fc
      .array(
        fc.record({
          cameraId: fc.constantFrom('gate', 'yard'),
          sourceId: fc.constantFrom('native-alpr', 'external'),
          tsMs: fc.oneof(
            fc.integer({ min: 0, max: 60 }).map((s) => s * 1000),
            fc.integer({ min: 0, max: 60_000 }),
          ),
          plate: fc.constantFrom(...cars).chain((car) => misreadOf(car, 2)),
          confidence: fc.constantFrom(null, 0, 0.5, 0.9, 0.95),
        }),
        { maxLength: 40, size: 'max' },
      )
      .map((reads) => reads.map((read, index) => ({ ...read, id: `r${index}`, tsMs: baseMs + read.tsMs }))),
  );

export const anyOptions: fc.Arbitrary<Options> = fc.record({
  windowMs: fc.constantFrom(1000, 2000, 8000, 30_000, 120_000),
  fuzz: fc.constantFrom(0, 0.15, 0.25, 0.5),
});
