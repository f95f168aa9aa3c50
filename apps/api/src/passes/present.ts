import type { AbReport, EngineStats, Pass, PassRead, Verdict } from '@holdfast/domain';

export interface ReportRead extends PassRead {
  hasCrop: boolean;
}

export const presentStats = (stats: EngineStats) => ({
  reads: stats.reads,
  passes_seen: stats.passesSeen,
  hit_rate: stats.hitRate,
  average_confidence: stats.averageConfidence,
  confirmed: stats.confirmed,
  correct: stats.correct,
  accuracy: stats.accuracy,
});

export function countVerdicts(passes: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts = { match: 0, differ: 0, miss: 0 };
  for (const { verdict } of passes) counts[verdict] += 1;
  return counts;
}

const time = (ms: number) => new Date(ms).toISOString();

const presentSide = (read: ReportRead | undefined) =>
  read === undefined
    ? null
    : {
        read_id: read.id,
        ts: time(read.tsMs),
        plate: read.plate,
        confidence: read.confidence,
        crop: read.hasCrop ? `/plates/${read.id}/crop` : null,
      };

export const presentPass = (pass: Pass<ReportRead>, cameraNames: ReadonlyMap<string, string>) => ({
  id: pass.id,
  camera_id: pass.cameraId,
  camera_name: cameraNames.get(pass.cameraId) ?? '',
  ts: time(pass.tsMs),
  bucket_ts: time(pass.bucketTsMs),
  native: presentSide(pass.native),
  external: presentSide(pass.external),
  verdict: pass.verdict,
  confirmed_plate: pass.truth ?? null,
  context_frame: `/cameras/${pass.cameraId}/frame.jpg?ts=${encodeURIComponent(time(pass.tsMs))}`,
});

export const presentOrphans = (report: AbReport<ReportRead>) =>
  report.orphanedTruths.map(({ cameraId, bucketTsMs, plate }) => ({
    camera_id: cameraId,
    bucket_ts: time(bucketTsMs),
    plate,
  }));
