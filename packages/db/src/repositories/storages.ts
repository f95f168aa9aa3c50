import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export const listStorages = (conn: Conn) =>
  conn.selectFrom('storage').selectAll().orderBy('isDefault', 'desc').orderBy(sql`lower(name)`).execute();

export const findStorage = (conn: Conn, id: string) =>
  conn.selectFrom('storage').selectAll().where('id', '=', id).executeTakeFirst();

export type StorageRow = NonNullable<Awaited<ReturnType<typeof findStorage>>>;

export const findDefaultStorageId = async (conn: Conn): Promise<string> =>
  (await conn.selectFrom('storage').select('id').where('isDefault', '=', true).executeTakeFirstOrThrow()).id;

export const insertStorage = (conn: Conn, storage: { name: string; path: string }) =>
  conn.insertInto('storage').values(storage).returningAll().executeTakeFirstOrThrow();

export const renameStorage = (conn: Conn, id: string, name: string) =>
  conn.updateTable('storage').set({ name }).where('id', '=', id).execute();

export const deleteStorage = (conn: Conn, id: string) => conn.deleteFrom('storage').where('id', '=', id).execute();
