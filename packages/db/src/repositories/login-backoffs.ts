import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export const findLoginBackoff = (conn: Conn, usernameKey: string) =>
  conn
    .selectFrom('loginBackoff')
    .select(['failures', 'blockedUntil'])
    .where('usernameKey', '=', usernameKey)
    .executeTakeFirst();

/** Counts in the database, so that parallel failures all count. */
export const countLoginFailure = async (conn: Conn, usernameKey: string, now: Date): Promise<number> => {
  const { failures } = await conn
    .insertInto('loginBackoff')
    .values({ usernameKey, failures: 1, updatedAt: now })
    .onConflict((conflict) =>
      conflict.column('usernameKey').doUpdateSet({ failures: sql`login_backoff.failures + 1`, updatedAt: now }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
};

export const blockLogin = (conn: Conn, usernameKey: string, blockedUntil: Date) =>
  conn.updateTable('loginBackoff').set({ blockedUntil }).where('usernameKey', '=', usernameKey).execute();

export const clearLoginBackoff = (conn: Conn, usernameKey: string) =>
  conn.deleteFrom('loginBackoff').where('usernameKey', '=', usernameKey).execute();

export const deleteOldLoginBackoffs = async (conn: Conn, before: Date): Promise<number> => {
  const { numDeletedRows } = await conn
    .deleteFrom('loginBackoff')
    .where('updatedAt', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
