import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlate } from '../plate/plate.ts';
import { clusterReads } from './cluster.ts';
import { pairClusters } from './pair.ts';
import { anyOptions, anyReads, slowBest, slowClusters, slowPairs } from './passes.oracle.ts';
import type { PassRead } from './read.ts';
import { buildAbReport } from './report.ts';

const lane = (reads: readonly PassRead[], sourceId: string) =>
  reads.filter((read) => read.cameraId === 'gate' && read.sourceId === sourceId);
const ids = (reads: readonly PassRead[]) => reads.map((read) => read.id);
const shuffled = anyReads.chain((reads) =>
  fc.tuple(fc.constant(reads), fc.shuffledSubarray(reads, { minLength: reads.length })),
);
const reportOf = (reads: readonly PassRead[], options: { windowMs: number; fuzz: number }) =>
  buildAbReport({ reads, truths: [], options, bothEngineCameraIds: new Set(['gate', 'yard']) });

describe('pass derivation, on random reads', () => {
  it('clusters like the reference', () => {
    fc.assert(
      fc.property(anyReads, anyOptions, (reads, options) => {
        const native = lane(reads, 'native-alpr');
        const clusters = clusterReads(native, options);
        const expected = slowClusters(native, options);
        expect(clusters.map((cluster) => ids(cluster.reads))).toEqual(expected.map(ids));
        expect(clusters.map((cluster) => cluster.best.id)).toEqual(expected.map((cluster) => slowBest(cluster).id));
      }),
      { numRuns: 200 },
    );
  });

  it('pairs like repeatedly taking the best of all possible pairs', () => {
    fc.assert(
      fc.property(anyReads, anyOptions, (reads, options) => {
        const [native, external] = [lane(reads, 'native-alpr'), lane(reads, 'external')];
        const pairs = pairClusters(
          { native: clusterReads(native, options), external: clusterReads(external, options) },
          options,
        );
        const expected = slowPairs(slowClusters(native, options), slowClusters(external, options), options);
        const both = pairs.flatMap(({ native: n, external: e }) =>
          n && e ? [`${n.earliest.id} ${e.earliest.id}`] : [],
        );
        // Pairs that are equally good may be taken in any order.
        expect(both.toSorted()).toEqual(expected.map(({ n, e }) => `${n[0]?.id} ${e[0]?.id}`).toSorted());
      }),
      { numRuns: 250 },
    );
  });

  it('puts each read in exactly one cluster and each cluster in exactly one pair', () => {
    fc.assert(
      fc.property(anyReads, anyOptions, (reads, options) => {
        const lanes = {
          native: clusterReads(lane(reads, 'native-alpr'), options),
          external: clusterReads(lane(reads, 'external'), options),
        };
        const paired = pairClusters(lanes, options).flatMap(({ native, external }) => [native, external]);
        const clusters = paired.filter((cluster) => cluster !== undefined);
        expect(new Set(clusters)).toEqual(new Set([...lanes.native, ...lanes.external]));
        expect(clusters).toHaveLength(lanes.native.length + lanes.external.length);
        const clustered = clusters.flatMap((cluster) => ids(cluster.reads)).sort();
        expect(clustered).toEqual(ids(reads.filter((read) => read.cameraId === 'gate')).sort());
      }),
      { numRuns: 120 },
    );
  });

  it('puts each kept read in exactly one pass of its own camera and engine', () => {
    fc.assert(
      fc.property(anyReads, anyOptions, (reads, options) => {
        const { passes } = reportOf(reads, options);
        const kept = passes.flatMap(({ native, external }) => [native, external]).filter((read) => read !== undefined);
        expect(new Set(ids(kept)).size).toBe(kept.length);
        expect(new Set(passes.map(({ id }) => id)).size).toBe(passes.length);
        for (const pass of passes) {
          expect(pass.native?.sourceId ?? 'native-alpr').toBe('native-alpr');
          expect(pass.external?.sourceId ?? 'external').toBe('external');
          expect(
            [pass.native, pass.external].every((read) => (read?.cameraId ?? pass.cameraId) === pass.cameraId),
          ).toBe(true);
          expect(pass.verdict === 'miss').toBe(pass.native === undefined || pass.external === undefined);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('returns the same report for any order of the reads', () => {
    fc.assert(
      fc.property(shuffled, anyOptions, ([reads, otherwise], options) => {
        expect(reportOf(otherwise, options)).toEqual(reportOf(reads, options));
      }),
      { numRuns: 120 },
    );
  });

  it('leaves few misses among thousands of clusters of one window', () => {
    const reads = Array.from({ length: 3000 }, (_, index) => ({
      id: `r${index}`,
      cameraId: 'gate',
      sourceId: index % 2 === 0 ? 'native-alpr' : 'external',
      tsMs: 1_000_000 + (index % 100),
      plate: toPlate(`A${index.toString(36)}`),
      confidence: 0.9,
    }));
    const { passes } = reportOf(reads, { windowMs: 8000, fuzz: 0 });
    expect(passes.length).toBeLessThanOrEqual(reads.length);
    expect(passes.filter(({ verdict }) => verdict === 'miss').length).toBeLessThan(passes.length / 2);
  });
});
