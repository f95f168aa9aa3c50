import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

const withCameras = (conn: Conn) =>
  conn
    .selectFrom('appUser')
    .select((eb) => [
      'appUser.id',
      'appUser.username',
      'appUser.roleId',
      'appUser.createdAt',
      eb
        .selectFrom('userCamera')
        .select(sql<string[]>`coalesce(array_agg(camera_id order by camera_id), '{}')`.as('ids'))
        .whereRef('userCamera.userId', '=', 'appUser.id')
        .$castTo<{ ids: string[] }>()
        .as('cameraIds'),
    ]);

export const listUsers = (conn: Conn) => withCameras(conn).orderBy(sql`lower(username)`).execute();

export const findUser = (conn: Conn, id: string) => withCameras(conn).where('appUser.id', '=', id).executeTakeFirst();

export const findCredentials = (conn: Conn, username: string) =>
  conn
    .selectFrom('appUser')
    .select(['id', 'passwordHash'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();

export const findPasswordHash = (conn: Conn, id: string) =>
  conn.selectFrom('appUser').select('passwordHash').where('id', '=', id).executeTakeFirst();

export interface NewUser {
  username: string;
  passwordHash: string;
  roleId: string;
}

export const insertUser = (conn: Conn, user: NewUser) =>
  conn.insertInto('appUser').values(user).returning('id').executeTakeFirstOrThrow();

export const updateUser = (conn: Conn, id: string, change: Partial<NewUser>) =>
  conn.updateTable('appUser').set(change).where('id', '=', id).execute();

export const deleteUser = (conn: Conn, id: string) =>
  conn.deleteFrom('appUser').where('id', '=', id).returning('id').executeTakeFirst();

export async function setUserCameras(tx: Conn, userId: string, cameraIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('userCamera').where('userId', '=', userId).execute();
  if (cameraIds.length === 0) return;
  await tx
    .insertInto('userCamera')
    .values(cameraIds.map((cameraId) => ({ userId, cameraId })))
    .execute();
}

export const countAdmins = async (conn: Conn): Promise<number> => {
  const { admins } = await conn
    .selectFrom('appUser')
    .innerJoin('role', 'role.id', 'appUser.roleId')
    .select((eb) => eb.fn.countAll<number>().as('admins'))
    .where(sql<boolean>`'admin' = any (role.capabilities)`)
    .executeTakeFirstOrThrow();
  return admins;
};
