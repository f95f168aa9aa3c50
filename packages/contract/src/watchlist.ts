import { MAX_WATCHLIST_ENTRIES, WATCHLIST_CSV_ROWS, WATCHLIST_FUZZ } from '@holdfast/domain';
import { Type } from 'typebox';
import { Cursor, Limit, Page } from './pages.ts';
import { PlateRead } from './plates.ts';
import { binary, noContent, route } from './route.ts';
import { Name, Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_CSV_BYTES = 16 * 1024 * 1024;

const ById = Strict({ id: Uuid });
const Kind = OneOf(['watch', 'ignore']);
const editable = {
  plate: Type.String(),
  kind: Kind,
  label: Nullable(Name),
  note: Nullable(Type.String({ minLength: 1, maxLength: 2000 })),
  color: Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' })),
  notify: Type.Boolean(),
};

const WatchlistEntry = Strict(
  {
    id: Uuid,
    plate: Type.String(),
    kind: Kind,
    label: Nullable(Type.String()),
    note: Nullable(Type.String()),
    color: Nullable(Type.String()),
    notify: Type.Boolean(),
    created_at: Timestamp,
  },
  { $id: 'WatchlistEntry' },
);

export const watchlist = {
  list: route({
    method: 'GET',
    path: '/lpr/watchlist',
    access: 'view_plates',
    summary: 'Entries of the watch list and the ignore list, by plate',
    query: Patch({
      kind: Kind,
      /** Part of the plate or of the label. */
      q: Type.String({ minLength: 1, maxLength: 100 }),
      limit: Limit(1000),
      cursor: Cursor,
    }),
    reply: Page(WatchlistEntry),
  }),
  create: route({
    method: 'POST',
    path: '/lpr/watchlist',
    access: 'admin',
    summary: 'Adds a plate to the list; an existing entry is not changed',
    body: Type.Interface(
      [Type.Partial(Type.Object(editable))],
      { plate: Type.String() },
      { additionalProperties: false },
    ),
    status: 201,
    reply: WatchlistEntry,
  }),
  update: route({
    method: 'PUT',
    path: '/lpr/watchlist/{id}',
    access: 'admin',
    summary: 'Changes an entry; omitted fields are unchanged, null clears',
    params: ById,
    body: Patch(editable),
    reply: WatchlistEntry,
  }),
  remove: route({
    method: 'DELETE',
    path: '/lpr/watchlist/{id}',
    access: 'admin',
    summary: 'Removes an entry',
    params: ById,
    reply: noContent,
  }),
  exportCsv: route({
    method: 'GET',
    path: '/lpr/watchlist/export',
    access: 'view_plates',
    summary: 'The entries as CSV in UTF-8; a text that a spreadsheet would run as a formula begins with an apostrophe',
    query: Patch({ kind: Kind }),
    reply: binary('text/csv'),
  }),
  importCsv: route({
    method: 'POST',
    path: '/lpr/watchlist/import',
    access: 'admin',
    summary: `Adds the entries of a CSV file (at most ${WATCHLIST_CSV_ROWS.toLocaleString('en')} lines) all at once, or none if a line is invalid; plates that are listed already are not changed. The list has at most ${MAX_WATCHLIST_ENTRIES.toLocaleString('en')} entries`,
    query: Patch({ dry_run: Type.Literal(1) }),
    bodyMediaType: 'text/csv',
    bodyLimitBytes: MAX_CSV_BYTES,
    body: Type.String({ minLength: 1 }),
    reply: Strict(
      {
        added: Type.Integer(),
        /** Listed already. */
        skipped: Type.Integer(),
        /** Nothing was changed. */
        dry_run: Type.Boolean(),
      },
      { $id: 'WatchlistImport' },
    ),
  }),
  preview: route({
    method: 'POST',
    path: '/lpr/watchlist/preview',
    access: 'view_plates',
    summary: 'Which past reads an entry would have matched, among the newest 100,000 the caller may see',
    body: Strict({
      plate: Type.String(),
      fuzz: Type.Number({ minimum: WATCHLIST_FUZZ.min, maximum: WATCHLIST_FUZZ.max }),
    }),
    reply: Strict(
      {
        /** The newest matches. */
        items: Type.Array(PlateRead),
        plates: Type.Array(Strict({ plate: Type.String(), distance: Type.Integer(), reads: Type.Integer() })),
        reads: Type.Integer(),
        /** Older reads exist that were not examined. */
        truncated: Type.Boolean(),
      },
      { $id: 'WatchlistPreview' },
    ),
  }),
};
