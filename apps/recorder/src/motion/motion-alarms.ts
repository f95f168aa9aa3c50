import { type Database, raiseSystemEvent } from '@holdfast/db';
import { faultSentence, reasonText, type StreamRef } from '@holdfast/domain';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';

const INTERVAL_MS = 5_000;
/** A decoder that restarts and has to learn the background again is not worth an alarm. */
const PATIENCE_MS = 60_000;
/** Memory pressure lasts; one alarm an hour is enough. */
const SPILL_PAUSE_MS = 3_600_000;

/** A camera whose motion detection fails. */
interface Failing {
  sinceMs: number;
  /** How long it has failed while the camera was recorded. */
  lastedMs: number;
  /** The last check, if the camera was recorded then. */
  checkedMs: number | undefined;
  isRaised: boolean;
}

export interface MotionAlarms {
  noteSpill(ref: StreamRef): void;
  check(): Promise<void>;
  task: Task;
}

/**
 * Raises an event once when motion sources fail and a camera records everything, and when memory for the pre-motion
 * buffer is short. A camera that is not being recorded has an alarm of its own, and that time does not count.
 */
export function createMotionAlarms({
  db,
  failingOpen,
  isRecorded,
  nameOf,
  clock,
  log,
  bootGraceMs,
  maintenanceUntilMs,
  upMs = () => performance.now(),
}: {
  db: Database;
  failingOpen: () => { cameraId: string; reason: string }[];
  isRecorded: (cameraId: string) => boolean;
  nameOf: (cameraId: string) => string;
  clock: Clock;
  log: Logger;
  bootGraceMs: number;
  maintenanceUntilMs?: number | undefined;
  upMs?: () => number;
}): MotionAlarms {
  const failing = new Map<string, Failing>();
  let spilled: StreamRef | undefined;
  let spillRaisedMs = Number.NEGATIVE_INFINITY;

  const check = async () => {
    const nowMs = clock.now();
    const now = failingOpen();
    for (const cameraId of failing.keys()) if (!now.some((one) => one.cameraId === cameraId)) failing.delete(cameraId);
    const isQuiet = upMs() < bootGraceMs || (maintenanceUntilMs !== undefined && nowMs < maintenanceUntilMs);
    for (const { cameraId, reason } of now) {
      const known = failing.get(cameraId);
      if (!isRecorded(cameraId)) {
        if (known) known.checkedMs = undefined;
        continue;
      }
      if (known === undefined) {
        failing.set(cameraId, { sinceMs: nowMs, lastedMs: 0, checkedMs: nowMs, isRaised: false });
        continue;
      }
      known.lastedMs += nowMs - (known.checkedMs ?? nowMs);
      known.checkedMs = nowMs;
      if (known.isRaised || isQuiet || known.lastedMs < PATIENCE_MS) continue;
      await raiseSystemEvent(db, {
        eventKey: 'motion_detector_unhealthy',
        cameraId,
        detail: `${faultSentence('motion_detector_unhealthy', nameOf(cameraId))} ${reasonText(reason)} Everything is recorded meanwhile.`,
        data: { reason, since: new Date(known.sinceMs).toISOString() },
      });
      known.isRaised = true;
    }
    if (spilled && nowMs - spillRaisedMs >= SPILL_PAUSE_MS) {
      const { cameraId, stream } = spilled;
      spilled = undefined;
      await raiseSystemEvent(db, {
        eventKey: 'motion_cache_unavailable',
        cameraId,
        detail: `The memory for the time before motion is full, so footage of ${nameOf(cameraId)} waits on the disk instead. Nothing is lost.`,
        data: { stream },
      });
      spillRaisedMs = nowMs;
    }
  };
  return {
    noteSpill: (ref) => {
      spilled = ref;
    },
    check,
    task: every('motion-alarms', INTERVAL_MS, check, { log, isLight: true }),
  };
}
