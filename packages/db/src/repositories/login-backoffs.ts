import { loginWaitTable } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** A user name and the source of the attempts: a block of addresses, or a known device. */
export interface LoginSource {
  usernameKey: string;
  source: string;
}

export type LoginAttempt = { kind: 'reserved' } | { kind: 'blocked'; until: Date };

/**
 * Counts an attempt as failed before the password is checked, and sets the wait that follows, in one statement: concurrent
 * attempts get no more tries than sequential ones. A correct password clears the count.
 */
export async function reserveLoginAttempt(
  conn: Conn,
  { usernameKey, source }: LoginSource,
  now: Date,
): Promise<LoginAttempt> {
  const waits = sql`${[...loginWaitTable]}::int[]`;
  const { rows } = await sql`
    insert into login_backoff (username_key, source, failures, blocked_until, updated_at)
    values (${usernameKey}, ${source}, 1, ${now}::timestamptz + make_interval(secs => (${waits})[1]), ${now})
    on conflict (username_key, source) do update set
      failures = login_backoff.failures + 1,
      blocked_until = ${now}::timestamptz
        + make_interval(secs => (${waits})[least(login_backoff.failures + 1, cardinality(${waits}))]),
      updated_at = ${now}
    where login_backoff.blocked_until is null or login_backoff.blocked_until <= ${now}
    returning failures`.execute(conn);
  if (rows.length > 0) return { kind: 'reserved' };
  const row = await conn
    .selectFrom('loginBackoff')
    .select('blockedUntil')
    .where('usernameKey', '=', usernameKey)
    .where('source', '=', source)
    .executeTakeFirst();
  return { kind: 'blocked', until: row?.blockedUntil ?? now };
}

export const clearLoginBackoff = (conn: Conn, { usernameKey, source }: LoginSource) =>
  conn.deleteFrom('loginBackoff').where('usernameKey', '=', usernameKey).where('source', '=', source).execute();

export const deleteOldLoginBackoffs = async (conn: Conn, before: Date): Promise<number> => {
  const { numDeletedRows } = await conn
    .deleteFrom('loginBackoff')
    .where('updatedAt', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
