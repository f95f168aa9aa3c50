import { type Database, listOpenOutages, raiseSystemEvent, type StreamStatusRow } from '@holdfast/db';
import {
  faultSentence,
  type Outage,
  reasonText,
  type StreamFootage,
  type StreamRef,
  watchOutage,
} from '@holdfast/domain';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';
import { lengthText } from './length-text.ts';

const INTERVAL_MS = 5_000;

export interface StreamAlarms {
  /** Raises new alarms. Throws while the database is away; they are raised in the next round. */
  check(): Promise<void>;
  task: Task;
}

/** Raises an event when a camera stops recording, once for each kind of fault, and one when that works again. */
export function createStreamAlarms({
  db,
  rows,
  footageOf,
  nameOf,
  clock,
  log,
  bootGraceMs,
  maintenanceUntilMs,
  upMs = () => performance.now(),
}: {
  db: Database;
  rows: () => readonly StreamStatusRow[];
  footageOf: (ref: StreamRef) => StreamFootage;
  nameOf: (cameraId: string) => string;
  clock: Clock;
  log: Logger;
  bootGraceMs: number;
  maintenanceUntilMs?: number | undefined;
  upMs?: () => number;
}): StreamAlarms {
  // Alarms raised before a restart are still open.
  let outages: Map<string, Outage> | undefined;

  const checkCamera = async (known: Map<string, Outage>, cameraId: string, streams: readonly StreamStatusRow[]) => {
    const nowMs = clock.now();
    const news = watchOutage(known.get(cameraId), {
      streams: streams.map((row) => ({ state: row.state, sinceMs: row.since.getTime(), footage: footageOf(row) })),
      nowMs,
      upMs: upMs(),
      bootGraceMs,
    });
    const name = nameOf(cameraId);
    for (const alarm of news.away) {
      const row = streams.find(({ state }) => state !== 'recording' && state !== 'off');
      const since = new Date(news.outage?.sinceMs ?? nowMs).toISOString();
      await raiseSystemEvent(db, {
        eventKey: alarm,
        cameraId,
        detail: `${faultSentence(alarm, name)} ${reasonText(row?.detail ?? '')}`.trim(),
        data: { stream: row?.stream ?? null, state: row?.state ?? null, reason: row?.detail ?? null, since },
      });
    }
    if (news.back)
      await raiseSystemEvent(db, {
        eventKey: 'camera_back',
        cameraId,
        detail: `Recording of ${name} works again. ${missingText(news.back.outageMs)}`,
        data: { since: new Date(news.back.sinceMs).toISOString(), outage_ms: news.back.outageMs },
      });
    if (news.outage) known.set(cameraId, news.outage);
    else known.delete(cameraId);
  };

  const check = async (): Promise<void> => {
    if (maintenanceUntilMs !== undefined && clock.now() < maintenanceUntilMs) return;
    outages ??= new Map(
      (await listOpenOutages(db)).map(({ cameraId, since, raised }) => [
        cameraId,
        { sinceMs: since.getTime(), raised, wasOffline: true },
      ]),
    );
    const cameras = Map.groupBy(rows(), ({ cameraId }) => cameraId);
    for (const cameraId of outages.keys()) if (!cameras.has(cameraId)) outages.delete(cameraId);
    for (const [cameraId, streams] of cameras) await checkCamera(outages, cameraId, streams);
  };
  return { check, task: every('stream-alarms', INTERVAL_MS, check, { log, isLight: true }) };
}

const missingText = (outageMs: number): string =>
  outageMs < 1_000 ? 'No footage is missing.' : `Nothing was recorded for ${lengthText(outageMs)}.`;
