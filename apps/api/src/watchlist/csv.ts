import { Readable } from 'node:stream';
import { countListedPlates, type Database, insertWatchlistEntries, listWatchlist } from '@holdfast/db';
import { printWatchlistHeader, printWatchlistLine, readWatchlistCsv, reasonCode } from '@holdfast/domain';
import { fieldError, Problem } from '../http/problem.ts';

const PAGE = 5_000;
// A mark by which spreadsheets recognise UTF-8.
const BYTE_ORDER_MARK = '\uFEFF';

/** Read page by page while it is sent, so that a long list needs little memory. */
export function csvOfWatchlist(db: Database, kind: 'watch' | 'ignore' | undefined): Readable {
  async function* lines() {
    yield BYTE_ORDER_MARK + printWatchlistHeader();
    for (let afterPlate: string | undefined; ; ) {
      const rows = await listWatchlist(db, { kind, afterPlate, limit: PAGE });
      if (rows.length > 0) yield rows.map(printWatchlistLine).join('');
      if (rows.length < PAGE) return;
      afterPlate = rows.at(-1)?.plate;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/** One statement, so that all lines are imported or none. */
export async function importWatchlist(
  db: Database,
  text: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<{ added: number; skipped: number; dry_run: boolean }> {
  const read = readWatchlistCsv(text);
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
    ? entries.length -
      (await countListedPlates(
        db,
        entries.map(({ plate }) => plate),
      ))
    : await insertWatchlistEntries(db, entries);
  return { added, skipped: entries.length - added, dry_run: isDryRun };
}
