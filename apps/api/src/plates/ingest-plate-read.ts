import {
  type Database,
  databaseFault,
  type IngestFacts,
  latchAlert,
  type NewRead,
  readIngestFacts,
  type StoredRead,
  storePlateReads,
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
import { inBatches } from '../batches/in-batches.ts';
import { alertOfHit } from './alert-of-hit.ts';
import type { PlateCrops } from './plate-crops.ts';
import type { Lists, Watchlists } from './watchlists.ts';

export interface IngestDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  watchlists: Watchlists;
  alerts: Alerts;
  crops: Pick<PlateCrops, 'prepare'>;
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

/** Resolves once the read is durable, or with the reason why it was not accepted. Throws when the database fails. */
export type IngestPlateRead = (event: PlateEvent) => Promise<IngestOutcome>;

// A picture is at most half a megabyte, so a batch stays well below the limit of a statement.
const MAX_BATCH = 32;

/**
 * The one way to ingest a plate read, from any engine. Read, event, picture, latch, system event and outbox are one
 * transaction. Concurrent reads share their statements and their commit.
 */
export function createIngester(deps: IngestDeps): IngestPlateRead {
  const ingest = inBatches<Parsed, IngestOutcome>({
    most: MAX_BATCH,
    // While one batch waits for the disk, another is prepared.
    atOnce: 2,
    keyOf: ({ event: { sourceId, providerEventId } }) => JSON.stringify([sourceId, providerEventId]),
    work: (arrivals) => ingestTogether(deps, arrivals),
  });
  return async (event) => {
    const parsed = parsePlate(event.plate.registration ?? event.plate.text);
    if (parsed.kind === 'refused') return { kind: 'not-a-plate', fault: parsed.reason };
    const outcome = await ingest({ event, plate: parsed.plate });
    if ('id' in outcome && event.snapshotUrl !== null) deps.crops.prepare(outcome.id);
    return outcome;
  };
}

interface Parsed {
  event: PlateEvent;
  plate: Plate;
}

type Hit = WatchlistHit<WatchlistRow>;
type Judged =
  | { kind: 'refused'; outcome: IngestOutcome }
  | { kind: 'store'; read: NewRead; hit: Hit | undefined; cameraName: string };

async function ingestTogether(
  deps: IngestDeps,
  arrivals: readonly Parsed[],
): Promise<PromiseSettledResult<IngestOutcome>[]> {
  const facts = await readFacts(
    deps,
    arrivals.map(({ event }) => event.cameraId),
  );
  const judged = arrivals.map((arrival) => judge(deps, arrival, facts));
  const withoutHit = judged.filter((each) => each.kind === 'store' && !each.hit) as Extract<
    Judged,
    { kind: 'store' }
  >[];
  const storing = storeTogether(
    deps,
    withoutHit.map(({ read }) => read),
  );
  return Promise.allSettled(
    judged.map(async (each) => {
      if (each.kind === 'refused') return each.outcome;
      const { hit, read, cameraName } = each;
      if (hit) return outcomeOf(await storeAndAlert(deps, { read, hit, cameraName }));
      const result = (await storing)[withoutHit.indexOf(each)];
      if (result?.status === 'rejected') throw result.reason;
      return outcomeOf(result?.value);
    }),
  );
}

const outcomeOf = (read: StoredRead | undefined): IngestOutcome =>
  read ? { kind: read.inserted ? 'stored' : 'refined', id: read.id } : { kind: 'other-camera' };

/** Applies the rules in their order, to facts that were all read at one moment. */
function judge(
  { clock }: IngestDeps,
  { event, plate }: Parsed,
  facts: (IngestFacts & { lists: Lists }) | undefined,
): Judged {
  const refused = (outcome: IngestOutcome): Judged => ({ kind: 'refused', outcome });
  const camera = facts?.cameras.get(event.cameraId);
  const admission = admitRead({
    platesEnabled: facts ? facts.platesEnabled : UNREADABLE,
    engine: facts ? camera?.engine : UNREADABLE,
    sourceId: event.sourceId,
    onIgnoreList: facts
      ? facts.lists.ignore.bestHit({ read: plate, fuzz: facts.watchlistFuzz }).hit !== undefined
      : UNREADABLE,
  });
  if (!facts || admission.kind === 'unavailable') return refused({ kind: 'unavailable' });
  if (admission.kind === 'drop') return refused({ kind: 'dropped', reason: admission.reason });
  const time = judgeReadTime({ tsMs: event.tsMs, nowMs: clock.now(), retentionDays: facts.retentionDays });
  if (time !== 'acceptable') return refused({ kind: 'wrong-time', fault: time });
  const { hit } = facts.lists.notify.bestHit({ read: plate, fuzz: facts.watchlistFuzz });
  return { kind: 'store', read: { event, plate, now: new Date(clock.now()) }, hit, cameraName: camera?.name ?? '' };
}

/** In one statement; if one of the reads makes it fail, each separately, so that only that one fails. */
async function storeTogether(
  { db }: IngestDeps,
  reads: readonly NewRead[],
): Promise<PromiseSettledResult<StoredRead | undefined>[]> {
  if (reads.length === 0) return [];
  try {
    return (await storePlateReads(db, reads)).map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (reads.length === 1 || databaseFault(reason).kind === 'unavailable')
      return reads.map(() => ({ status: 'rejected', reason }));
    return Promise.allSettled(reads.map(async (read) => (await storePlateReads(db, [read]))[0]));
  }
}

/** The read, the latch and everything that follows from it, or none of it. */
async function storeAndAlert(
  deps: IngestDeps,
  { read, hit, cameraName }: { read: NewRead; hit: Hit; cameraName: string },
): Promise<StoredRead | undefined> {
  const { stored, raised } = await deps.db.transaction().execute(async (tx) => {
    const [row] = await storePlateReads(tx, [read]);
    const wins = row && raisesAlert(row, hit.entry) && (await latchAlert(tx, row.id));
    if (wins) await deps.alerts.raise(tx, alertOfHit({ read, hit, stored: row, cameraName }));
    return { stored: row, raised: wins };
  });
  // Only now is it visible to others in the outbox.
  if (raised) deps.alerts.wake();
  return stored;
}

/** Fail closed: a read that cannot be judged is not stored. */
async function readFacts(
  { db, watchlists, log }: IngestDeps,
  cameraIds: readonly string[],
): Promise<(IngestFacts & { lists: Lists }) | undefined> {
  try {
    const facts = await readIngestFacts(db, [...new Set(cameraIds)]);
    return { ...facts, lists: await watchlists.at(db, facts.watchlistRevision) };
  } catch (err) {
    log.warn({ err, reads: cameraIds.length }, 'cannot judge plate reads, dropping them');
    return undefined;
  }
}
