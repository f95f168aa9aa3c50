import { type Database, replaceStreamStatus, type StreamStatusRow, updateStreamStatus } from '@holdfast/db';
import { streamKey } from '@holdfast/domain';
import { every, type Logger, type Task, type WakeUp } from '@holdfast/kit';
import type { Ledger } from '../ledger/ledger.ts';
import type { Restream } from '../restream/restream.ts';
import type { StreamBoard } from './stream-board.ts';

const INTERVAL_MS = 2_000;
const WITHOUT_STREAMS_MS = 10_000;
/** Bit rates and delays change all the time; every write costs a commit and is sent to all screens. */
const FIGURES_EVERY_MS = 10_000;

/** Publishes the state of the streams and writes the ledger. */
export const publishStatus = ({
  db,
  board,
  ledger,
  restream,
  due,
  log,
}: {
  db: Database;
  board: StreamBoard;
  ledger: Ledger;
  restream: Pick<Restream, 'stats'>;
  /** The cameras may have changed. */
  due: WakeUp;
  log: Logger;
}): Task => {
  /** By stream; undefined until the rows of the last session are deleted. */
  let written: Map<string, string> | undefined;
  let figuresMs = Number.NEGATIVE_INFINITY;
  const write = async () => {
    for (const { cameraId, stream, bytes } of restream.stats()) board.noteBytes({ cameraId, stream }, bytes);
    await ledger.flush();
    const rows = board.rows();
    const states = new Map(rows.map((row) => [streamKey(row), stateOf(row)]));
    const isOther = written?.size !== states.size || [...states.keys()].some((key) => !written?.has(key));
    const isDue = rows.length > 0 && performance.now() - figuresMs >= FIGURES_EVERY_MS;
    const changed = rows.filter((row) => written?.get(streamKey(row)) !== stateOf(row));
    if (isOther) await db.transaction().execute((tx) => replaceStreamStatus(tx, rows));
    else if (isDue || changed.length > 0)
      await db.transaction().execute((tx) => updateStreamStatus(tx, isDue ? rows : changed));
    if (isOther || isDue) figuresMs = performance.now();
    written = states;
  };
  const intervalMs = () => (board.rows().length > 0 ? INTERVAL_MS : WITHOUT_STREAMS_MS);
  return every('status', intervalMs, write, { log, maxBackoffMs: 5_000, wakeUp: due, isLight: true });
};

/** The part of a row that is written as soon as it changes, without the figures. */
const stateOf = ({ bitrateBps, fps, lastSegmentEndTs, segmentLagMs, updatedAt, ...state }: StreamStatusRow): string =>
  JSON.stringify(state);
