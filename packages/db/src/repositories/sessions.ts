import type { Capability } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export interface NewSession {
  userId: string;
  /** The hash that the password was checked against. */
  passwordHash: string;
  remember: boolean;
  createdAt: Date;
  expiresAt: Date;
  clientAddress: string | null;
  userAgent: string | null;
}

/**
 * Undefined when the user was deleted or has a new password by now. The user's row is locked while the session is inserted, so
 * that ending all sessions of the user happens either before it, and no session is created, or after it, and includes this one.
 */
export async function insertSession(
  conn: Conn,
  { userId, passwordHash, remember, createdAt, expiresAt, clientAddress, userAgent }: NewSession,
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into session (user_id, remember, created_at, expires_at, client_address, user_agent)
    select id, ${remember}::boolean, ${createdAt}::timestamptz, ${expiresAt}::timestamptz, ${clientAddress}::text, ${userAgent}::text
      from app_user where id = ${userId} and password_hash = ${passwordHash} for share
    returning id`.execute(conn);
  return rows[0];
}

export const extendSession = (conn: Conn, id: string, expiresAt: Date) =>
  conn.updateTable('session').set({ expiresAt }).where('id', '=', id).returning('id').executeTakeFirst();

export const deleteSession = (conn: Conn, { id, userId }: { id: string; userId: string }) =>
  conn.deleteFrom('session').where('id', '=', id).where('userId', '=', userId).returning('id').executeTakeFirst();

export const deleteSessionsOfUser = (conn: Conn, userId: string) =>
  conn.deleteFrom('session').where('userId', '=', userId).execute();

export const deleteExpiredSessions = async (conn: Conn, now: Date): Promise<number> => {
  const { numDeletedRows } = await conn.deleteFrom('session').where('expiresAt', '<', now).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

export const listSessionsOfUser = (conn: Conn, userId: string, now: Date) =>
  conn
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();

export interface Caller {
  sessionId: string;
  userId: string;
  username: string;
  roleId: string;
  roleName: string;
  capabilities: Capability[];
  platesEnabled: boolean;
}

/** Everything about the user of a session, as of now. */
export const findCaller = (conn: Conn, sessionId: string, now: Date): Promise<Caller | undefined> =>
  conn
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .innerJoin('role', 'role.id', 'appUser.roleId')
    .crossJoin('lprConfig')
    .select([
      'session.id as sessionId',
      'appUser.id as userId',
      'appUser.username as username',
      'role.id as roleId',
      'role.name as roleName',
      'role.capabilities as capabilities',
      'lprConfig.enabled as platesEnabled',
    ])
    .where('session.id', '=', sessionId)
    .where('session.expiresAt', '>', now)
    .executeTakeFirst();
