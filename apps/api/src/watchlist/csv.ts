import { type Conn, countListedPlates, type Database, insertWatchlistEntries, listWatchlist } from '@holdfast/db';
import {
  CSV_BYTE_ORDER_MARK,
  printWatchlistHeader,
  printWatchlistLine,
  readingWatchlistCsv,
  reasonCode,
  type WatchlistCsvEntry,
} from '@holdfast/domain';
import type { Note } from '../http/audit-note.ts';
import { fieldError, Problem } from '../http/problem.ts';
import { inTurns } from './in-turns.ts';
import { requireRoom } from './require-room.ts';

const PAGE = 5_000;

/** Complete before the first byte is sent: a file that breaks off looks like a short list. */
export async function csvOfWatchlist(db: Database, kind: 'watch' | 'ignore' | undefined): Promise<Buffer> {
  const pages = [Buffer.from(CSV_BYTE_ORDER_MARK + printWatchlistHeader())];
  for (let afterPlate: string | undefined; ; ) {
    const rows = await listWatchlist(db, { kind, afterPlate, limit: PAGE });
    pages.push(Buffer.from(rows.map(printWatchlistLine).join('')));
    if (rows.length < PAGE) return Buffer.concat(pages);
    afterPlate = rows.at(-1)?.plate;
  }
}

/** All lines are imported or none. Neither reading nor storing them holds up other requests. */
export async function importWatchlist(
  { db, note }: { db: Database; note: Note },
  text: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<{ added: number; skipped: number; dry_run: boolean }> {
  const read = await inTurns(readingWatchlistCsv(text));
  if (read.kind === 'refused') {
    const { faults, count } = read;
    throw new Problem('invalid', {
      reason:
        count > faults.length
          ? reasonCode('csv-faults-beyond', { count, limit: faults.length })
          : reasonCode('csv-nothing-imported'),
      errors: faults.map(({ line, column, reason }) =>
        fieldError(`/lines/${line}${column === null ? '' : `/${column}`}`, reason),
      ),
    });
  }
  const { entries } = read;
  const added = isDryRun
    ? await countNew(db, entries)
    : await db.transaction().execute(async (tx) => {
        const inserted = await insertAll(tx, entries);
        await requireRoom(tx);
        await note(tx, { details: { added: inserted, skipped: entries.length - inserted } });
        return inserted;
      });
  return { added, skipped: entries.length - added, dry_run: isDryRun };
}

async function countNew(db: Database, entries: readonly WatchlistCsvEntry[]): Promise<number> {
  let listed = 0;
  for (const page of pagesOf(entries))
    listed += await countListedPlates(
      db,
      page.map(({ plate }) => plate),
    );
  return entries.length - listed;
}

async function insertAll(tx: Conn, entries: readonly WatchlistCsvEntry[]): Promise<number> {
  let added = 0;
  for (const page of pagesOf(entries)) added += await insertWatchlistEntries(tx, page);
  return added;
}

function* pagesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += PAGE) yield items.slice(at, at + PAGE);
}
