import type { Routes, StaticOf } from '@holdfast/contract';
import { type Database, listAuditEntries } from '@holdfast/db';
import type { Clock } from '@holdfast/kit';
import { createNote } from '../http/audit-note.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { readTimeRange } from '../http/time-range.ts';
import { csvOfAudit } from './csv.ts';
import { presentAuditEntry } from './present.ts';

const DEFAULT_LIMIT = 100;

type Filter = StaticOf<Routes['audit']['exportCsv']['query']>;

const filterOf = ({ user_id: userId, camera_id: cameraId, actions, start, end }: Filter) => ({
  userId,
  cameraId,
  actions,
  ...readTimeRange({ start, end }),
});

export function auditHandlers({ db, clock }: { db: Database; clock: Clock }): Handlers<Routes['audit']> {
  return {
    list: async ({ query }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const after = readTimeCursor(query.cursor);
      const rows = await listAuditEntries(db, { ...filterOf(query), after, limit: limit + 1 });
      return pageOf(rows, limit, { present: presentAuditEntry, cursor: writeTimeCursor });
    },

    exportCsv: async ({ query, request }) => {
      const filter = filterOf(query);
      // Noted first, so that a complete file contains its own export.
      await createNote({ clock }, 'audit-exported', request)(db, { details: { filter: query } });
      return {
        bytes: csvOfAudit(db, filter),
        mediaType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="audit.csv"', 'cache-control': 'no-store' },
      };
    },
  };
}
