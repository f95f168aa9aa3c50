import type { Conn } from '../connect.ts';

export const readLprConfig = (conn: Conn) =>
  conn
    .selectFrom('lprConfig')
    .select(['enabled', 'retentionDays', 'watchlistFuzz', 'ingestTokenDigest'])
    .executeTakeFirstOrThrow();

export const updateLprConfig = (
  conn: Conn,
  change: { enabled?: boolean; retentionDays?: number; watchlistFuzz?: number; ingestTokenDigest?: Buffer },
) => conn.updateTable('lprConfig').set(change).execute();
