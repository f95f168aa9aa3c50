import { type Database, holdsRecorderEpoch, insertSegments, isFaultOfData, type NewSegment } from '@holdfast/db';
import { backoffMs, type Logger, sleep } from '@holdfast/kit';

/** A week of a few cameras. Beyond it the oldest rows are dropped; the reconciler indexes their files later. */
const MAX_WAITING = 200_000;
const BATCH = 500;
/** All cameras start new segments at the same clock boundaries, so their rows can be inserted together. */
const GATHER_MS = 150;
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;

export interface IndexQueue {
  push(row: NewSegment): void;
  readonly waiting: number;
  /** Resolves when everything that was pushed is indexed, or the signal aborts. */
  drained(signal: AbortSignal): Promise<void>;
  /** Inserts rows under this epoch until the signal aborts. Stops inserting when the recorder is fenced. */
  run(epoch: number, signal: AbortSignal): Promise<void>;
}

class Fenced extends Error {
  override readonly name = 'Fenced';
}

/**
 * Rows that are waiting to be inserted. Their files are already durable, so an outage of the database only delays them:
 * rows wait in memory, in order, and are inserted once. After a crash the reconciler adopts the files.
 */
export function createIndexQueue({
  db,
  log,
  onIndexed,
}: {
  db: Database;
  log: Logger;
  onIndexed?: (rows: readonly NewSegment[]) => void;
}): IndexQueue {
  const rows: NewSegment[] = [];
  const wakers = new Set<() => void>();
  let inFlight = 0;
  const wake = () => {
    for (const waker of wakers) waker();
    wakers.clear();
  };
  const changed = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      wakers.add(done);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });

  const insert = (epoch: number, batch: readonly NewSegment[]) =>
    db.transaction().execute(async (tx) => {
      if (!(await holdsRecorderEpoch(tx, epoch))) throw new Fenced('another recorder has taken over');
      return insertSegments(tx, batch);
    });

  const insertEach = async (epoch: number, batch: readonly NewSegment[]): Promise<void> => {
    for (const row of batch) {
      try {
        await insert(epoch, [row]);
      } catch (err) {
        if (!isFaultOfData(err)) throw err;
        // The camera or storage was just deleted, so the row is of no use.
        log.warn({ err, camera_id: row.cameraId, path: row.path }, 'segment cannot be indexed');
      }
    }
  };

  const run = async (epoch: number, signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; !signal.aborted; ) {
      if (rows.length === 0) {
        await changed(signal);
        await sleep(GATHER_MS, signal);
        continue;
      }
      const batch = rows.slice(0, BATCH);
      inFlight = batch.length;
      try {
        await insert(epoch, batch).catch((err: unknown) => {
          if (!isFaultOfData(err)) throw err;
          return insertEach(epoch, batch);
        });
        rows.splice(0, batch.length);
        onIndexed?.(batch);
        attempt = 0;
      } catch (err) {
        if (err instanceof Fenced) return;
        if (attempt === 0) log.warn({ err, waiting: rows.length }, 'cannot reach the index, segments wait on disk');
        await sleep(backoffMs({ attempt, minMs: MIN_RETRY_MS, maxMs: MAX_RETRY_MS }), signal);
        attempt += 1;
      } finally {
        inFlight = 0;
        wake();
      }
    }
  };

  return {
    push(row) {
      if (rows.length >= MAX_WAITING) rows.splice(inFlight, 1);
      rows.push(row);
      wake();
    },
    get waiting() {
      return rows.length;
    },
    async drained(signal) {
      while (rows.length > 0 && !signal.aborted) await changed(signal);
    },
    run,
  };
}
