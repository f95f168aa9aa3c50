import type { Conn } from '../connect.ts';

export const findRestreamAccount = (conn: Conn) =>
  conn.selectFrom('restreamAccount').select(['username', 'password']).executeTakeFirst();

/** Two processes may want the first one at the same moment: whoever comes second reads the other's. */
export const insertRestreamAccount = (conn: Conn, account: { username: string; password: Buffer }) =>
  conn
    .insertInto('restreamAccount')
    .values(account)
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();

export const replaceRestreamPassword = (conn: Conn, password: Buffer) =>
  conn.updateTable('restreamAccount').set({ password }).execute();
