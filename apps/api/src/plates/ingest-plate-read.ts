import {
  type Database,
  type IngestFacts,
  latchAlert,
  readIngestFacts,
  type StoredRead,
  storePlateRead,
  type WatchlistRow,
} from '@holdfast/db';
import {
  admitRead,
  type DropReason,
  judgeReadTime,
  type NormalizedEvent,
  type Plate,
  type PlateFault,
  parsePlate,
  type ReadTimeVerdict,
  type RecognizedPlate,
  raisesAlert,
  UNREADABLE,
  type WatchlistHit,
} from '@holdfast/domain';
import type { Clock, Logger } from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import type { NewAlert } from '../alerts/raise-alert.ts';
import type { Lists, Watchlists } from '../watchlist/watchlists.ts';

export interface IngestDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  watchlists: Watchlists;
  alerts: Alerts;
}

export type PlateEvent = NormalizedEvent & { plate: RecognizedPlate };

export type IngestOutcome =
  | { kind: 'stored' | 'refined'; id: string }
  | { kind: 'dropped'; reason: DropReason }
  /** The facts could not be read: nothing is stored and the source should try again. */
  | { kind: 'unavailable' }
  | { kind: 'not-a-plate'; fault: PlateFault }
  | { kind: 'wrong-time'; fault: Exclude<ReadTimeVerdict, 'acceptable'> }
  /** The source named an event of another camera. */
  | { kind: 'other-camera' };

/**
 * The one way a plate gets in, whoever read it. Read, event, picture, latch, system event and outbox are one transaction:
 * all of it happened or none did. Throws when the database fails after the facts were read; nothing is stored then either.
 */
export async function ingestPlateRead(deps: IngestDeps, event: PlateEvent): Promise<IngestOutcome> {
  const parsed = parsePlate(event.plate.text);
  if (parsed.kind === 'refused') return { kind: 'not-a-plate', fault: parsed.reason };
  const { plate } = parsed;
  const facts = await readFactsOrDrop(deps, event.cameraId);
  const admission = admitRead({
    platesEnabled: facts ? facts.platesEnabled : UNREADABLE,
    engine: facts ? (facts.engine ?? undefined) : UNREADABLE,
    sourceId: event.sourceId,
    onIgnoreList: facts
      ? facts.lists.ignore.bestHit({ read: plate, fuzz: facts.watchlistFuzz }).hit !== undefined
      : UNREADABLE,
  });
  if (!facts || admission.kind === 'unavailable') return { kind: 'unavailable' };
  if (admission.kind === 'drop') return { kind: 'dropped', reason: admission.reason };
  const time = judgeReadTime({ tsMs: event.tsMs, nowMs: deps.clock.now(), retentionDays: facts.retentionDays });
  if (time !== 'acceptable') return { kind: 'wrong-time', fault: time };

  const { hit } = facts.lists.notify.bestHit({ read: plate, fuzz: facts.watchlistFuzz });
  const arrival = { event, plate, now: new Date(deps.clock.now()) };
  const read = hit
    ? await storeAndAlert(deps, { ...arrival, hit, cameraName: facts.cameraName ?? '' })
    : await storePlateRead(deps.db, arrival);
  if (!read) return { kind: 'other-camera' };
  return { kind: read.inserted ? 'stored' : 'refined', id: read.id };
}

interface Arrival {
  event: PlateEvent;
  plate: Plate;
  now: Date;
}

/** The read, the latch and all that follows from it, or none of them. */
async function storeAndAlert(
  deps: IngestDeps,
  { hit, cameraName, ...arrival }: Arrival & { hit: WatchlistHit<WatchlistRow>; cameraName: string },
): Promise<StoredRead | undefined> {
  const { read, raised } = await deps.db.transaction().execute(async (tx) => {
    const stored = await storePlateRead(tx, arrival);
    const wins = stored && raisesAlert(stored, hit.entry) && (await latchAlert(tx, stored.id));
    if (wins) await deps.alerts.raise(tx, alertOf({ ...arrival, hit, read: stored, cameraName }));
    return { read: stored, raised: wins };
  });
  // Only now is it in the outbox for others to see.
  if (raised) deps.alerts.wake();
  return read;
}

/** Fail closed: a read that cannot be judged is not stored. */
async function readFactsOrDrop(
  { db, watchlists, log }: IngestDeps,
  cameraId: string,
): Promise<(IngestFacts & { lists: Lists }) | undefined> {
  try {
    const facts = await readIngestFacts(db, cameraId);
    return { ...facts, lists: await watchlists.at(db, facts.watchlistRevision) };
  } catch (err) {
    log.warn({ err, camera_id: cameraId }, 'cannot judge a plate read, dropping it');
    return undefined;
  }
}

function alertOf({
  event,
  plate,
  hit: { entry, distance },
  read,
  cameraName,
}: Arrival & { hit: WatchlistHit<WatchlistRow>; read: StoredRead; cameraName: string }): NewAlert {
  const { id, label, color } = entry;
  return {
    eventKey: 'plate_watchlist_hit',
    cameraId: event.cameraId,
    tsMs: event.tsMs,
    detail: `Plate ${plate} was seen at ${cameraName}${label === null ? '' : ` (${label})`}.`,
    data: {
      plate_read_id: read.id,
      plate,
      entry: { id, plate: entry.plate, label, color },
      distance,
      confidence: event.plate.confidence,
      bbox: read.bbox,
      camera_id: event.cameraId,
    },
    plateReadId: read.id,
  };
}
