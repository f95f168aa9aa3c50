import type { Conn } from '../connect.ts';

export const readSettings = (conn: Conn) =>
  conn
    .selectFrom('serverSettings')
    .select(['clipOverviewSeconds', 'clipPreRollSeconds', 'eventRetentionDays'])
    .executeTakeFirstOrThrow();

export const updateSettings = (
  conn: Conn,
  change: { clipOverviewSeconds?: number; clipPreRollSeconds?: number; eventRetentionDays?: number | null },
) => conn.updateTable('serverSettings').set(change).execute();
