import { Readable } from 'node:stream';
import { type AuditFilter, type AuditRow, type Database, listAuditEntries } from '@holdfast/db';
import { CSV_BYTE_ORDER_MARK, printCsvLine } from '@holdfast/domain';

const PAGE = 5_000;
const COLUMNS = ['time', 'user', 'address', 'action', 'object', 'object_id', 'camera_ids', 'details'];

const lineOf = (entry: AuditRow): string =>
  printCsvLine([
    entry.ts.toISOString(),
    entry.username ?? '',
    entry.clientAddress ?? '',
    entry.action,
    entry.objectName ?? '',
    entry.objectId ?? '',
    entry.cameraIds.join(' '),
    JSON.stringify(entry.details),
  ]);

/** Read page by page while it is sent, so that a long log needs little memory. */
export function csvOfAudit(db: Database, filter: Omit<AuditFilter, 'after' | 'limit'>): Readable {
  async function* lines() {
    yield CSV_BYTE_ORDER_MARK + printCsvLine(COLUMNS);
    for (let after: AuditFilter['after']; ; ) {
      const rows = await listAuditEntries(db, { ...filter, after, limit: PAGE });
      if (rows.length > 0) yield rows.map(lineOf).join('');
      if (rows.length < PAGE) return;
      after = rows.at(-1);
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
