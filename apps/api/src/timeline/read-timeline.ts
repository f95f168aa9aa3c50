import {
  type CameraSpan,
  type Database,
  listConversions,
  listDeletedSpans,
  listMergedRuns,
  listRecorderSessions,
  listStateSpans,
  listTimelineCameras,
  type TimelineRange,
} from '@holdfast/db';
import {
  coarsenGaps,
  explainCamera,
  type Interval,
  type LedgerEntry,
  MAX_RESTART_MS,
  restartSpans,
  subtractIntervals,
} from '@holdfast/domain';
import { UNJUDGED_MS } from '../footage/chosen-footage.ts';
import { Problem } from '../http/problem.ts';
import { RECORDER_SILENT_MS } from '../system/health.ts';
import { resolutionOf } from './resolution.ts';

export interface CameraLedger {
  cameraId: string;
  knownUntilMs: number;
  entries: LedgerEntry[];
  motion: Interval[];
  reencoded: Interval[];
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
  const [cameras, runs, deletions, begun, conversions] = await Promise.all([
    listTimelineCameras(db, range),
    listMergedRuns(db, range, resolutionMs),
    listDeletedSpans(db, range, resolutionMs),
    // A restart that began before the range may last into it.
    listRecorderSessions(db, { start: new Date(range.start.getTime() - MAX_RESTART_MS), end: range.end }),
    listConversions(db, range),
  ]);
  if (cameras.length < range.cameraIds.length) throw new Problem('not-found');
  const sessions = begun.map(({ startedAt, beatAt, endedAt, restart }) => ({
    restart,
    startMs: startedAt.getTime(),
    endMs: endedAt?.getTime() ?? (nowMs - beatAt.getTime() < RECORDER_SILENT_MS ? nowMs : beatAt.getTime()),
  }));
  const recorderRestarts = restartSpans(sessions, nowMs);
  const ofRuns = Map.groupBy(runs, ({ cameraId, kind }) => `${cameraId} ${kind}`);
  const recordedOf = (cameraId: string): Interval[] => ofRuns.get(`${cameraId} footage`) ?? [];
  const windowOf = ({ id, removedAt }: { id: string; removedAt: Date | null }) =>
    judgedWindow(range, recordedOf(id).at(-1)?.endMs, { nowMs, removedAtMs: removedAt?.getTime() });
  const within = unexplained(
    cameras.map((camera) => ({ id: camera.id, window: windowOf(camera), recorded: recordedOf(camera.id) })),
  );
  const states = within.length === 0 ? [] : await listStateSpans(db, range, { within, toleranceMs: resolutionMs });
  const ofStates = Map.groupBy(states, ({ cameraId }) => cameraId);
  const ofConversions = Map.groupBy(conversions, ({ cameraId }) => cameraId);
  const ofDeletions = Map.groupBy(deletions, ({ cameraId }) => cameraId);

  return {
    resolutionMs,
    cameras: cameras.map(({ id, createdAt, removedAt }) => {
      const window = windowOf({ id, removedAt });
      const entries = explainCamera({
        window,
        recorded: recordedOf(id),
        states: ofStates.get(id) ?? [],
        deletions: ofDeletions.get(id) ?? [],
        recorderAlive: sessions,
        recorderRestarts,
        addedAtMs: createdAt.getTime(),
      });
      return {
        cameraId: id,
        knownUntilMs: window.endMs,
        entries: coarsenGaps(entries, resolutionMs),
        motion: cutTo(window, ofRuns.get(`${id} motion`) ?? []),
        reencoded: cutTo(
          window,
          (ofConversions.get(id) ?? []).map(({ startMs, endMs }) => ({ startMs, endMs: endMs ?? nowMs })),
        ),
      };
    }),
  };
}

/** After a camera was removed there are no gaps to explain. */
function judgedWindow(
  { start, end }: TimelineRange,
  lastRunEndMs: number | undefined,
  { nowMs, removedAtMs }: { nowMs: number; removedAtMs: number | undefined },
): Interval {
  const startMs = start.getTime();
  const sureUntilMs = Math.max(startMs, lastRunEndMs ?? startMs, removedAtMs ?? nowMs - UNJUDGED_MS);
  return { startMs, endMs: Math.min(end.getTime(), sureUntilMs) };
}

// Each is looked up separately; beyond this many, reading all states is faster.
const MAX_HOLES = 500;

/** Where footage is missing: the stream states matter only there. */
function unexplained(
  cameras: readonly { id: string; window: Interval; recorded: readonly Interval[] }[],
): CameraSpan[] {
  const holes = cameras.flatMap(({ id, window, recorded }) =>
    subtractIntervals([window], recorded).map((hole) => ({ cameraId: id, ...hole })),
  );
  return holes.length <= MAX_HOLES ? holes : cameras.map(({ id, window }) => ({ cameraId: id, ...window }));
}

const cutTo = ({ startMs, endMs }: Interval, spans: readonly Interval[]): Interval[] =>
  spans
    .map((span) => ({ startMs: Math.max(startMs, span.startMs), endMs: Math.min(endMs, span.endMs) }))
    .filter((span) => span.startMs < span.endMs);
