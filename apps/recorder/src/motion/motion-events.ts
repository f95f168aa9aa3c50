import {
  closeAbandonedEvents,
  closeLeftEvents,
  type Database,
  type LeftEvent,
  storeWithoutFaulty,
  upsertEvents,
} from '@holdfast/db';
import type { NormalizedBox, NormalizedEvent } from '@holdfast/domain';
import { type Clock, type Logger, onRequest, type Task } from '@holdfast/kit';

export interface OpenMotionEvent {
  see(seen: { score: number; box: NormalizedBox | null }): void;
  end(atMs: number): void;
}

/** The subject of an event, and its source. */
export interface EventSubject {
  sourceId: string;
  /** Distinguishes events of one camera that start at the same time. */
  key: string;
  label: string;
  subLabel: string | null;
}

export interface MotionEvents {
  /** An event that began before with the same start is continued. */
  begin(cameraId: string, fromMs: number, subject?: EventSubject): OpenMotionEvent;
  /** Ends events that an earlier recorder began and left open. */
  endLeft(left: LeftEvent): void;
  task: Task;
}

export const MOTION_SOURCE_ID = 'motion';
export const CAMERA_SOURCE_ID = 'camera';
/** Sources whose events are never continued by another recorder. */
const OWN_SOURCES = [MOTION_SOURCE_ID, CAMERA_SOURCE_ID];
const motion: EventSubject = { sourceId: MOTION_SOURCE_ID, key: '', label: 'motion', subLabel: null };
const MAX_PROVIDER_ID_LENGTH = 200;
const GATHER_MS = 500;
/** Ongoing events are written again, so that they do not look abandoned. */
const REFRESH_MS = 60_000;
/** While the database is away the oldest events are dropped beyond this; the footage itself is not affected. */
const MAX_WAITING = 10_000;

interface Entry {
  event: NormalizedEvent;
  writtenMs: number;
  isChanged: boolean;
}

/** Stores motion events from their start, with their best score and its position. */
export function createMotionEvents({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): MotionEvents {
  const entries = new Map<string, Entry>();
  let left: LeftEvent[] = [];
  let hasBegun = false;

  const closeLeft = async () => {
    const now = new Date(clock.now());
    if (!hasBegun) await closeAbandonedEvents(db, { sourceIds: OWN_SOURCES, now });
    hasBegun = true;
    for (const one of left) await closeLeftEvents(db, { ...one, now });
    left = [];
  };
  const flush = async () => {
    await closeLeft();
    const nowMs = clock.now();
    const due = [...entries.values()].filter(
      ({ isChanged, writtenMs }) => isChanged || nowMs - writtenMs >= REFRESH_MS,
    );
    // Ongoing events are looked at again, changed or not.
    if (entries.size > 0) request();
    if (due.length === 0) return;
    const written = due.map(({ event }) => event);
    const leftOut = await storeWithoutFaulty(written, (part) => upsertEvents(db, part, new Date(nowMs)));
    for (const { row, err } of leftOut) {
      log.warn({ err, camera_id: row.cameraId }, 'an event cannot be stored, leaving it out');
      entries.delete(row.providerEventId);
    }
    due.forEach((entry, i) => {
      entry.writtenMs = nowMs;
      // Changes made during the write are written in the next round.
      if (entry.event === written[i]) entry.isChanged = false;
      if (!entry.isChanged && entry.event.lifecycle === 'end') entries.delete(entry.event.providerEventId);
    });
  };
  const { request, task } = onRequest('motion-events', GATHER_MS, flush, { log, maxBackoffMs: 5_000 });
  request();

  return {
    endLeft(over) {
      left.push(over);
      request();
    },
    begin(cameraId, fromMs, { sourceId, key, label, subLabel } = motion) {
      const tsMs = Math.round(fromMs);
      const providerEventId = `${cameraId} ${tsMs} ${key}`.trim().slice(0, MAX_PROVIDER_ID_LENGTH);
      const entry: Entry = {
        isChanged: true,
        writtenMs: 0,
        event: {
          sourceId,
          providerEventId,
          cameraId,
          tsMs,
          endTsMs: null,
          lifecycle: 'start',
          label,
          subLabel,
          score: null,
          topScore: null,
          zones: [],
          box: null,
          snapshotUrl: null,
          raw: null,
          plate: null,
        },
      };
      if (entries.size >= MAX_WAITING) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      entries.set(providerEventId, entry);
      request();
      const change = (event: Partial<NormalizedEvent>) => {
        entry.event = { ...entry.event, ...event };
        entry.isChanged = true;
      };
      return {
        see({ score, box }) {
          if (score > (entry.event.topScore ?? 0))
            change({ lifecycle: 'update', score, topScore: score, ...(box && { box }) });
        },
        end: (atMs) => change({ lifecycle: 'end', endTsMs: Math.max(tsMs, Math.round(atMs)) }),
      };
    },
    task,
  };
}
