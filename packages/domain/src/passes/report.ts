import { engineOfSource, type ReadingEngine } from '../plate/engine.ts';
import { clusterReads } from './cluster.ts';
import { type EngineStats, engineStats } from './engine-stats.ts';
import { pairClusters } from './pair.ts';
import { newestFirst, type Pass, passOf, type UnjudgedPass } from './pass.ts';
import { AB_READ_CAP, compareReads, type PairingOptions, type PassRead } from './read.ts';
import { attachTruths, bucketTsMs, type PassTruth } from './truth.ts';

export type AbReport<Read extends PassRead> = {
  engines: Record<ReadingEngine, EngineStats>;
  /** Newest first. */
  passes: Pass<Read>[];
  truncated: boolean;
  /** Truths without a pass: its reads were pruned, or another window groups them differently. */
  orphanedTruths: PassTruth[];
};

export type AbReportInput<Read extends PassRead> = {
  /** The reads of the range, in any order; of more than the cap the newest are used. */
  reads: readonly Read[];
  /** The truths of the range. */
  truths: readonly PassTruth[];
  options: PairingOptions;
  /** Cameras set to `both`: compared even while one engine reads nothing, since a comparison must show that. */
  bothEngineCameraIds?: ReadonlySet<string>;
  readCap?: number;
};

export function buildAbReport<Read extends PassRead>({
  reads,
  truths,
  options,
  bothEngineCameraIds = new Set(),
  readCap = AB_READ_CAP,
}: AbReportInput<Read>): AbReport<Read> {
  const compared = comparedReads(reads, bothEngineCameraIds).sort(compareReads);
  const truncated = compared.length > readCap;
  const kept = compared.slice(Math.max(0, compared.length - readCap));
  const unjudged = [...Map.groupBy(kept, (read) => read.cameraId).values()]
    .flatMap((ofCamera) => passesOfCamera(ofCamera, options))
    .sort(newestFirst);

  // Truths older than the remaining reads are not orphaned: their passes were cut off by the cap.
  const [oldest] = kept;
  const inReach = truths.filter(
    (truth) => !truncated || oldest === undefined || truth.bucketTsMs >= bucketTsMs(oldest.tsMs),
  );
  const { passes, orphaned } = attachTruths({ passes: unjudged, truths: inReach });
  return {
    engines: {
      'native-alpr': engineStats({ reads: kept, passes, engine: 'native-alpr' }),
      external: engineStats({ reads: kept, passes, engine: 'external' }),
    },
    passes,
    truncated,
    orphanedTruths: orphaned,
  };
}

/** A camera that only one engine reads allows no comparison. */
function comparedReads<Read extends PassRead>(
  reads: readonly Read[],
  bothEngineCameraIds: ReadonlySet<string>,
): Read[] {
  const readBy = { 'native-alpr': new Set<string>(), external: new Set<string>() };
  for (const read of reads) readBy[engineOfSource(read.sourceId)].add(read.cameraId);
  return reads.filter(
    ({ cameraId }) =>
      bothEngineCameraIds.has(cameraId) || (readBy['native-alpr'].has(cameraId) && readBy.external.has(cameraId)),
  );
}

function passesOfCamera<Read extends PassRead>(reads: readonly Read[], options: PairingOptions): UnjudgedPass<Read>[] {
  const { 'native-alpr': native = [], external = [] } = Object.groupBy(reads, (read) => engineOfSource(read.sourceId));
  const lanes = { native: clusterReads(native, options), external: clusterReads(external, options) };
  return pairClusters(lanes, options)
    .map(passOf)
    .filter((pass) => pass !== undefined);
}
