import {
  type Database,
  listDeletedSpans,
  listMergedRuns,
  listRecorderRuns,
  listStateSpans,
  listTimelineCameras,
  type TimelineRange,
} from '@holdfast/db';
import { coarsenGaps, explainCamera, type Interval, type LedgerEntry } from '@holdfast/domain';
import { Problem } from '../http/problem.ts';
import { RECORDER_SILENT_MS } from '../system/health.ts';
import { resolutionOf } from './resolution.ts';

// A segment lasts until a keyframe after its four seconds, and is then made durable; until then nothing is missing.
const UNJUDGED_MS = 20_000;

export interface CameraLedger {
  cameraId: string;
  knownUntilMs: number;
  entries: LedgerEntry[];
  motion: Interval[];
}

export interface Ledger {
  resolutionMs: number;
  cameras: CameraLedger[];
}

/** Footage, motion and gaps of each camera, from the merged runs: the cost does not grow with the number of segments. */
export async function readTimeline(
  db: Database,
  range: TimelineRange,
  { nowMs, requestedMs }: { nowMs: number; requestedMs: number | undefined },
): Promise<Ledger> {
  const resolutionMs = resolutionOf(range, requestedMs);
  const [cameras, runs, states, deletions, recorderRuns] = await Promise.all([
    listTimelineCameras(db, range),
    listMergedRuns(db, range, resolutionMs),
    listStateSpans(db, range, resolutionMs),
    listDeletedSpans(db, range, resolutionMs),
    listRecorderRuns(db, range),
  ]);
  if (cameras.length < range.cameraIds.length) throw new Problem('not-found');
  const recorderAlive = recorderRuns.map(({ startedAt, beatAt, endedAt }) => ({
    startMs: startedAt.getTime(),
    endMs: endedAt?.getTime() ?? (nowMs - beatAt.getTime() < RECORDER_SILENT_MS ? nowMs : beatAt.getTime()),
  }));
  const ofRuns = Map.groupBy(runs, ({ cameraId, kind }) => `${cameraId} ${kind}`);
  const ofStates = Map.groupBy(states, ({ cameraId }) => cameraId);
  const ofDeletions = Map.groupBy(deletions, ({ cameraId }) => cameraId);

  return {
    resolutionMs,
    cameras: cameras.map(({ id, createdAt }) => {
      const recorded = ofRuns.get(`${id} footage`) ?? [];
      const window = judgedWindow(range, recorded.at(-1)?.endMs, nowMs);
      const entries = explainCamera({
        window,
        recorded,
        states: ofStates.get(id) ?? [],
        deletions: ofDeletions.get(id) ?? [],
        recorderAlive,
        addedAtMs: createdAt.getTime(),
      });
      return {
        cameraId: id,
        knownUntilMs: window.endMs,
        entries: coarsenGaps(entries, resolutionMs),
        motion: within(ofRuns.get(`${id} motion`) ?? [], window),
      };
    }),
  };
}

function judgedWindow({ start, end }: TimelineRange, lastRunEndMs: number | undefined, nowMs: number): Interval {
  const startMs = start.getTime();
  const sureUntilMs = Math.max(startMs, lastRunEndMs ?? startMs, nowMs - UNJUDGED_MS);
  return { startMs, endMs: Math.min(end.getTime(), sureUntilMs) };
}

const within = (spans: readonly Interval[], { startMs, endMs }: Interval): Interval[] =>
  spans
    .map((span) => ({ startMs: Math.max(startMs, span.startMs), endMs: Math.min(endMs, span.endMs) }))
    .filter((span) => span.startMs < span.endMs);
