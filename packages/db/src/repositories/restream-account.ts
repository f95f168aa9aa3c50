import type { Conn } from '../connect.ts';

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
