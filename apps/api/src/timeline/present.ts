import type { TimelineMarkRow } from '@holdfast/db';
import { type Interval, intervalsOverlap } from '@holdfast/domain';
import type { CameraLedger } from './read-timeline.ts';

const presentSpan = ({ startMs, endMs }: Interval) => ({
  start: new Date(startMs).toISOString(),
  end: new Date(endMs).toISOString(),
});

export const presentCameraTimeline = ({ cameraId, knownUntilMs, entries, motion, reencoded }: CameraLedger) => ({
  camera_id: cameraId,
  known_until: new Date(knownUntilMs).toISOString(),
  runs: withMotion(
    entries.filter(({ kind }) => kind === 'recorded'),
    motion,
  ),
  motion: motion.map(presentSpan),
  reencoded: reencoded.map(presentSpan),
  gaps: entries.flatMap((entry) => (entry.kind === 'gap' ? [{ ...presentSpan(entry), reason: entry.reason }] : [])),
});

/** Both lists are sorted, so one walk finds the runs with motion. */
function withMotion(runs: readonly Interval[], motion: readonly Interval[]) {
  let at = 0;
  return runs.map((run) => {
    while ((motion[at]?.endMs ?? Number.POSITIVE_INFINITY) <= run.startMs) at += 1;
    const next = motion[at];
    return { ...presentSpan(run), has_motion: next !== undefined && intervalsOverlap(run, next) };
  });
}

export const presentMark = (mark: TimelineMarkRow) => ({
  id: mark.id,
  camera_id: mark.cameraId,
  ts: mark.ts.toISOString(),
  end_ts: mark.endTs?.toISOString() ?? null,
  label: mark.label,
  sub_label: mark.subLabel,
  source_id: mark.sourceId,
  unknown: mark.unknown.map(({ start, end }) => ({
    start: new Date(start).toISOString(),
    end: end === null ? null : new Date(end).toISOString(),
  })),
});
