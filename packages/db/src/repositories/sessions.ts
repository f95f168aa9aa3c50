import type { Capability } from '@holdfast/domain';
import type { Conn } from '../connect.ts';

export interface NewSession {
  userId: string;
  remember: boolean;
  expiresAt: Date;
  clientAddress: string | null;
  userAgent: string | null;
}

export const insertSession = (conn: Conn, session: NewSession) =>
  conn.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow();

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

/** All that is known of whoever holds a session, as of now. */
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
