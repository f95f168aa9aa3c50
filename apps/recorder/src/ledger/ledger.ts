import { type Database, insertStreamStates, type NewStreamState } from '@holdfast/db';
import type { GapReason, StreamState } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import { refKey, type StreamRef } from '../segments/stream-ref.ts';

/** What a state means for footage that is missing while it holds; null while there is footage. */
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
  /** A jump of the clock makes time that never was; the state before it goes on behind it. */
  noteClockStep(step: { fromMs: number; toMs: number }): void;
  forget(ref: StreamRef): void;
  /** Writes what has changed since the last time; throws while the database is away, and loses nothing by it. */
  flush(): Promise<void>;
}

/** Far more than a day of a camera that comes and goes; beyond it the oldest is given up. */
const MAX_WAITING = 10_000;

/** Why there is no footage: one row whenever the reason changes. */
export function createLedger({
  db,
  log,
  maintenanceUntilMs,
  mostWaiting = MAX_WAITING,
}: {
  db: Database;
  log: Logger;
  maintenanceUntilMs?: number | undefined;
  mostWaiting?: number;
}): Ledger {
  const current = new Map<string, { ref: StreamRef; reason: GapReason | null; atMs: number }>();
  let waiting: NewStreamState[] = [];

  const write = (ref: StreamRef, reason: GapReason | null, atMs: number) => {
    if (waiting.length >= mostWaiting) waiting.shift();
    waiting.push({ ...ref, ts: new Date(atMs), reason, maintenanceUntil: announcedUntil(reason, atMs) });
    current.set(refKey(ref), { ref, reason, atMs });
  };
  const announcedUntil = (reason: GapReason | null, atMs: number): Date | null => {
    if (maintenanceUntilMs === undefined || atMs >= maintenanceUntilMs) return null;
    return reason === 'offline' || reason === 'stalled' ? new Date(maintenanceUntilMs) : null;
  };
  return {
    note(ref, state, atMs) {
      const known = current.get(refKey(ref));
      const reason = REASONS[state];
      if (known?.reason === reason) return;
      // A change told late must not seem to have come before the one it follows.
      write(ref, reason, known ? Math.max(known.atMs, atMs) : atMs);
    },
    noteClockStep({ fromMs, toMs }) {
      for (const { ref, reason } of [...current.values()]) {
        // After a step back the rows behind it would be read in the wrong order; there is no gap to explain either.
        if (toMs > fromMs) write(ref, 'clock_step', fromMs);
        write(ref, reason, toMs);
      }
    },
    forget(ref) {
      current.delete(refKey(ref));
    },
    async flush() {
      const batch = waiting.slice();
      if (batch.length === 0) return;
      await insertStreamStates(db, batch);
      // By identity, not by number: a full queue may have lost its oldest entries meanwhile.
      const written = new Set(batch);
      waiting = waiting.filter((change) => !written.has(change));
      log.debug({ changes: batch.length }, 'wrote changes of streams');
    },
  };
}
