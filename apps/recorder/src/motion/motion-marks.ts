import { type Database, markSegmentMotion } from '@holdfast/db';
import { gridBits, LATE_SIGNAL_MS, type StreamRef } from '@holdfast/domain';
import { type Clock, type Logger, onRequest, type Task } from '@holdfast/kit';
import type { FootageSpan } from '../recording/recording-gate.ts';
import type { SeenMotion } from './camera-motion.ts';

interface Published {
  ref: StreamRef;
  startMs: number;
  span: FootageSpan;
  /** As stored in the index. */
  bits: string | null;
  hasMotion: boolean;
}

export interface MotionMarks {
  /** Adds a segment that is about to be indexed, and returns the motion known so far. */
  note(ref: StreamRef, startMs: number, span: FootageSpan): { hasMotion: boolean; motionGrid: string | null };
  task: Task;
}

const RECHECK_MS = 1_000;
const WATCHED_MS = 4 * LATE_SIGNAL_MS;

/** Sources report motion late, so segments that are already indexed get their motion marks afterwards. */
export function createMotionMarks({
  db,
  clock,
  seenIn,
  log,
}: {
  db: Database;
  clock: Clock;
  seenIn: (cameraId: string, span: FootageSpan) => SeenMotion;
  log: Logger;
}): MotionMarks {
  let recent: Published[] = [];
  const motionOf = ({ ref, span }: Pick<Published, 'ref' | 'span'>) => {
    const { hasMotion, grid } = seenIn(ref.cameraId, span);
    return { hasMotion, bits: grid && gridBits(grid) };
  };
  const mark = async () => {
    const stale = recent.flatMap((segment) => {
      const now = motionOf(segment);
      const isNews = (now.hasMotion && !segment.hasMotion) || (now.bits !== null && now.bits !== segment.bits);
      return isNews ? [{ segment, now }] : [];
    });
    for (const { segment, now } of stale) {
      const { ref, startMs } = segment;
      // Not indexed yet: retried in the next round.
      if (!(await markSegmentMotion(db, { ...ref, startTs: new Date(startMs), grid: now.bits }))) continue;
      Object.assign(segment, { hasMotion: true, bits: now.bits });
    }
    const oldestMs = clock.now() - WATCHED_MS;
    recent = recent.filter(({ span }) => span.endMs > oldestMs);
    if (recent.length > 0) request();
  };
  const { request, task } = onRequest('motion-marks', RECHECK_MS, mark, { log, maxBackoffMs: 5_000 });
  return {
    note(ref, startMs, span) {
      const { hasMotion, bits } = motionOf({ ref, span });
      recent.push({ ref, startMs, span, hasMotion, bits });
      request();
      return { hasMotion, motionGrid: bits };
    },
    task,
  };
}
