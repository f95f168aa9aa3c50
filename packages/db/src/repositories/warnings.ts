import type { LoggedWarning } from '@holdfast/kit';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export type WarningProcess = 'api' | 'recorder';

/** Kept for each process. */
export const KEPT_WARNINGS = 500;

export const insertWarnings = (conn: Conn, process: WarningProcess, warnings: readonly LoggedWarning[]) =>
  conn
    .insertInto('processWarning')
    .values(warnings.map(({ atMs, ...warning }) => ({ process, ts: new Date(atMs), ...warning })))
    .execute();

export const deleteOldWarnings = (conn: Conn, process: WarningProcess) =>
  sql`
    delete from process_warning where process = ${process} and id <= (
      select id from process_warning where process = ${process} order by id desc offset ${KEPT_WARNINGS} limit 1
    )`.execute(conn);

/** Newest first. */
export const listWarnings = (conn: Conn, limit: number) =>
  conn.selectFrom('processWarning').selectAll().orderBy('ts', 'desc').orderBy('id', 'desc').limit(limit).execute();
