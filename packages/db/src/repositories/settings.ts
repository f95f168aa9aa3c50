import type { Conn } from '../connect.ts';

export const readSettings = (conn: Conn) =>
  conn.selectFrom('serverSettings').select(['clipOverviewSeconds', 'clipPreRollSeconds']).executeTakeFirstOrThrow();

export const updateSettings = (conn: Conn, change: { clipOverviewSeconds?: number; clipPreRollSeconds?: number }) =>
  conn.updateTable('serverSettings').set(change).execute();
