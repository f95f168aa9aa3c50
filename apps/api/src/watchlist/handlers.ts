import type { Routes, StaticOf } from '@holdfast/contract';
import {
  type Database,
  deleteWatchlistEntry,
  findWatchlistEntry,
  insertWatchlistEntry,
  listReadsOfPlates,
  listRecentPlates,
  listWatchlist,
  updateWatchlistEntry,
  type WatchlistFields,
} from '@holdfast/db';
import { auditChanges, matchableReadLengths, matchDistance } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { createNote } from '../http/audit-note.ts';
import { pageOf, readTextCursor, writeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { readJudge } from '../plates/judge.ts';
import { requirePlate } from '../plates/plate-field.ts';
import { presentRead } from '../plates/present.ts';
import type { Watchlists } from '../plates/watchlists.ts';
import { csvOfWatchlist, importWatchlist } from './csv.ts';
import { presentEntry } from './present.ts';
import { requireRoom } from './require-room.ts';

const DEFAULT_LIMIT = 200;
const PREVIEW_READS = 100_000;
const PREVIEW_ITEMS = 100;

type Edit = StaticOf<Routes['watchlist']['update']['body']>;

export function watchlistHandlers({
  db,
  clock,
  watchlists,
}: {
  db: Database;
  clock: Clock;
  watchlists: Watchlists;
}): Handlers<Routes['watchlist']> {
  return {
    list: async ({ query }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listWatchlist(db, {
        kind: query.kind,
        text: query.q,
        afterPlate: readTextCursor(query.cursor),
        limit: limit + 1,
      });
      return pageOf(rows, limit, { present: presentEntry, cursor: ({ plate }) => writeCursor(plate) });
    },

    // Audit entries outlive plates, so they name no plate, label or note of the list.
    create: ({ body, note }) =>
      db.transaction().execute(async (tx) => {
        const fields = { ...fieldsOf(body), plate: requirePlate(body.plate, '/plate') };
        const entry = await insertWatchlistEntry(tx, fields);
        await requireRoom(tx);
        await note(tx, { id: entry.id, details: { kind: entry.kind } });
        return presentEntry(entry);
      }),

    update: ({ params, body, note }) => {
      const change = fieldsOf(body);
      return db.transaction().execute(async (tx) => {
        const saved = await findWatchlistEntry(tx, params.id);
        const entry = Object.keys(change).length === 0 ? saved : await updateWatchlistEntry(tx, params.id, change);
        if (!saved || !entry) throw new Problem('not-found');
        const [before, after] = [presentEntry(saved), presentEntry(entry)];
        const changes = auditChanges({ before, after, withheld: ['plate', 'label', 'note'] });
        await note(tx, { id: entry.id, details: { changes } });
        return after;
      });
    },

    remove: ({ params, note }) =>
      db.transaction().execute(async (tx) => {
        if (!(await deleteWatchlistEntry(tx, params.id))) throw new Problem('not-found');
        await note(tx, { id: params.id });
        return undefined;
      }),

    exportCsv: async ({ query, request }) => {
      await createNote({ clock }, 'watchlist-exported', request)(db);
      return {
        bytes: await csvOfWatchlist(db, query.kind),
        mediaType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="watchlist.csv"', 'cache-control': 'no-store' },
      };
    },

    importCsv: ({ body, query, note }) => importWatchlist({ db, note }, body, { isDryRun: query.dry_run === 1 }),

    preview: async ({ body: { plate, fuzz }, caller }) => {
      const target = requirePlate(plate, '/plate');
      const recent = await listRecentPlates(db, {
        userId: caller.userId,
        lengths: matchableReadLengths({ target, fuzz }),
        maxReads: PREVIEW_READS,
      });
      const matched = recent.plates
        .map((seen) => ({ ...seen, distance: matchDistance({ read: seen.plate, target, fuzz }) }))
        .filter((seen): seen is typeof seen & { distance: number } => seen.distance !== undefined)
        .sort((a, b) => a.distance - b.distance || b.reads - a.reads || (a.plate < b.plate ? -1 : 1));
      const rows = await listReadsOfPlates(db, {
        userId: caller.userId,
        plates: matched.map((seen) => seen.plate),
        limit: PREVIEW_ITEMS,
      });
      const judge = await readJudge(db, watchlists);
      return {
        items: rows.map((read) => presentRead(read, judge)),
        plates: matched.map(({ plate: text, distance, reads }) => ({ plate: text, distance, reads })),
        reads: matched.reduce((sum, { reads }) => sum + reads, 0),
        truncated: recent.truncated,
      };
    },
  };
}

const fieldsOf = ({ plate, ...rest }: Edit): Partial<WatchlistFields> => ({
  ...rest,
  ...(plate !== undefined && { plate: requirePlate(plate, '/plate') }),
});
