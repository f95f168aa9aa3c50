import { type Database, replaceStreamStatus } from '@holdfast/db';
import { every, type Logger, type Task } from '@holdfast/kit';
import type { Ledger } from '../ledger/ledger.ts';
import type { Restream } from '../restream/restream.ts';
import type { StreamBoard } from './stream-board.ts';

const INTERVAL_MS = 2_000;

/** Publishes the state of the streams and writes the ledger. */
export const publishStatus = ({
  db,
  board,
  ledger,
  restream,
  log,
}: {
  db: Database;
  board: StreamBoard;
  ledger: Ledger;
  restream: Pick<Restream, 'stats'>;
  log: Logger;
}): Task => {
  let hadRows = true;
  const write = async () => {
    for (const { cameraId, stream, bytes } of restream.stats()) board.noteBytes({ cameraId, stream }, bytes);
    await ledger.flush();
    const rows = board.rows();
    // Without cameras there is nothing to write, once the rows of the last ones are deleted.
    if (rows.length > 0 || hadRows) await db.transaction().execute((tx) => replaceStreamStatus(tx, rows));
    hadRows = rows.length > 0;
  };
  return every('status', INTERVAL_MS, write, { log, maxBackoffMs: 5_000 });
};
