import { type Database, raiseSystemEvent, type StreamStatusRow } from '@holdfast/db';
import { type StreamAlarm, streamAlarm } from '@holdfast/domain';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';
import { refKey } from '../segments/stream-ref.ts';

const INTERVAL_MS = 5_000;

const WORDS: Record<StreamAlarm, string> = {
  camera_offline: 'is offline.',
  camera_stream_rejected: 'rejects our connection.',
  stream_no_segments: 'is not being recorded.',
  storage_persist_failed: 'cannot be recorded to its storage.',
};

export interface StreamAlarms {
  /** Raises what is new; throws while the database is away, and raises it the next time. */
  check(): Promise<void>;
  task: Task;
}

/** Tells people of streams in trouble, once each time, until the stream records again. */
export function createStreamAlarms({
  db,
  rows,
  nameOf,
  clock,
  log,
  bootGraceMs,
  maintenanceUntilMs,
  upMs = () => performance.now(),
}: {
  db: Database;
  rows: () => readonly StreamStatusRow[];
  nameOf: (cameraId: string) => string;
  clock: Clock;
  log: Logger;
  bootGraceMs: number;
  maintenanceUntilMs?: number | undefined;
  upMs?: () => number;
}): StreamAlarms {
  const raised = new Map<string, Set<StreamAlarm>>();

  const check = async (): Promise<void> => {
    const nowMs = clock.now();
    if (maintenanceUntilMs !== undefined && nowMs < maintenanceUntilMs) return;
    for (const row of rows()) {
      const key = refKey(row);
      if (row.state === 'recording' || row.state === 'off') raised.delete(key);
      const heldMs = nowMs - row.since.getTime();
      const alarm = streamAlarm({ state: row.state, heldMs, upMs: upMs(), bootGraceMs });
      const known = raised.get(key) ?? new Set();
      if (alarm === undefined || known.has(alarm)) continue;
      const { cameraId, stream, state } = row;
      await raiseSystemEvent(db, {
        eventKey: alarm,
        cameraId,
        detail: `${nameOf(cameraId)} ${WORDS[alarm]} ${row.detail ?? ''}`.trim(),
        data: { stream, state, reason: row.detail },
      });
      raised.set(key, known.add(alarm));
    }
  };
  return { check, task: every('stream-alarms', INTERVAL_MS, check, { log }) };
}
