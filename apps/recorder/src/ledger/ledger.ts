import { type Database, insertStreamStates, type NewStreamState } from '@holdfast/db';
import { type GapReason, type StreamRef, type StreamState, streamKey } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';

/** The gap reason for each state; null while footage is recorded. */
const REASONS: Record<StreamState, GapReason | null> = {
  recording: null,
  idle: 'idle',
  connecting: 'offline',
  offline: 'offline',
  rejected: 'offline',
  stalled: 'stalled',
  disk_full: 'disk_full',
  storage_missing: 'storage_missing',
  off: 'off',
};

export interface Ledger {
  note(ref: StreamRef, state: StreamState, atMs: number): void;
  /**
   * A forward step leaves a gap that never happened; it gets its own reason, and the state before it continues after
   * it.
   */
  noteClockStep(step: { fromMs: number; toMs: number }): void;
  forget(ref: StreamRef): void;
  /** Writes the changes since the last flush. Throws while the database is away; the changes are kept then. */
  flush(): Promise<void>;
}

/** More than a day of a camera that keeps reconnecting. Beyond it the oldest changes are dropped. */
const MAX_WAITING = 10_000;

/** Records why there is no footage: one row for each change of the reason. */
export function createLedger({
  db,
  log,
  maintenanceUntilMs,
  maxWaiting = MAX_WAITING,
}: {
  db: Database;
  log: Logger;
  maintenanceUntilMs?: number | undefined;
  maxWaiting?: number;
}): Ledger {
  const current = new Map<string, { ref: StreamRef; reason: GapReason | null; atMs: number }>();
  let waiting: NewStreamState[] = [];

  const write = (ref: StreamRef, reason: GapReason | null, atMs: number) => {
    if (waiting.length >= maxWaiting) waiting.shift();
    waiting.push({ ...ref, ts: new Date(atMs), reason, maintenanceUntil: announcedUntil(reason, atMs) });
    current.set(streamKey(ref), { ref, reason, atMs });
  };
  const announcedUntil = (reason: GapReason | null, atMs: number): Date | null => {
    if (maintenanceUntilMs === undefined || atMs >= maintenanceUntilMs) return null;
    return reason === 'offline' || reason === 'stalled' ? new Date(maintenanceUntilMs) : null;
  };
  return {
    note(ref, state, atMs) {
      const known = current.get(streamKey(ref));
      const reason = REASONS[state];
      if (known?.reason === reason) return;
      // A change that is reported late must not sort before its predecessor.
      write(ref, reason, known ? Math.max(known.atMs, atMs) : atMs);
    },
    noteClockStep({ fromMs, toMs }) {
      for (const { ref, reason } of [...current.values()]) {
        // After a step back these rows would sort wrongly, and there is no gap to explain.
        if (toMs > fromMs) write(ref, 'clock_step', fromMs);
        write(ref, reason, toMs);
      }
    },
    forget(ref) {
      current.delete(streamKey(ref));
    },
    async flush() {
      const batch = waiting.slice();
      if (batch.length === 0) return;
      await insertStreamStates(db, batch);
      // By identity: a full queue may have dropped its oldest entries meanwhile.
      const written = new Set(batch);
      waiting = waiting.filter((change) => !written.has(change));
      log.debug({ changes: batch.length }, 'wrote changes of streams');
    },
  };
}
