import type { Conn } from '../connect.ts';

export const readSettings = (conn: Conn) =>
  conn
    .selectFrom('serverSettings')
    .select(['clipOverviewSeconds', 'clipPreRollSeconds', 'eventRetentionDays', 'sharingEnabled'])
    .executeTakeFirstOrThrow();

export const updateSettings = (
  conn: Conn,
  change: {
    clipOverviewSeconds?: number;
    clipPreRollSeconds?: number;
    eventRetentionDays?: number | null;
    sharingEnabled?: boolean;
  },
) => conn.updateTable('serverSettings').set(change).execute();
