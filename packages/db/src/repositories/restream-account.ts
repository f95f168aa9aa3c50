import { randomBytes } from 'node:crypto';
import type { Conn } from '../connect.ts';

/** The account with which other programs read the restream, with a password of 24 characters. */
export const newRestreamAccount = () => ({ username: 'viewer', password: randomBytes(18).toString('base64url') });

export const findRestreamAccount = (conn: Conn) =>
  conn.selectFrom('restreamAccount').select(['username', 'password']).executeTakeFirst();

/** Two processes may create the first one concurrently: the second reads the first's. */
export const insertRestreamAccount = (conn: Conn, account: { username: string; password: Buffer }) =>
  conn
    .insertInto('restreamAccount')
    .values(account)
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();

export const replaceRestreamPassword = (conn: Conn, password: Buffer) =>
  conn.updateTable('restreamAccount').set({ password }).execute();
