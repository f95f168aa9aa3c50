import { foldName } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { replaceCameras } from './camera-lists.ts';

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

export const listUsers = (conn: Conn) => withCameras(conn).orderBy('usernameKey').execute();

export const findUser = (conn: Conn, id: string) => withCameras(conn).where('appUser.id', '=', id).executeTakeFirst();

export const findCredentials = (conn: Conn, username: string) =>
  conn
    .selectFrom('appUser')
    .select(['id', 'username', 'passwordHash'])
    .where('usernameKey', '=', foldName(username))
    .executeTakeFirst();

/** Undefined when the password was changed in the meantime. */
export const replacePasswordHash = (conn: Conn, id: string, { from, to }: { from: string; to: string }) =>
  conn
    .updateTable('appUser')
    .set({ passwordHash: to })
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .returning('id')
    .executeTakeFirst();

export interface NewUser {
  username: string;
  passwordHash: string;
  roleId: string;
}

export const insertUser = (conn: Conn, user: NewUser) =>
  conn
    .insertInto('appUser')
    .values({ ...user, usernameKey: foldName(user.username) })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateUser = (conn: Conn, id: string, change: Partial<NewUser>) =>
  conn
    .updateTable('appUser')
    .set(change.username === undefined ? change : { ...change, usernameKey: foldName(change.username) })
    .where('id', '=', id)
    .execute();

export const deleteUser = (conn: Conn, id: string) =>
  conn.deleteFrom('appUser').where('id', '=', id).returning('id').executeTakeFirst();

export const setUserCameras = (tx: Conn, userId: string, cameraIds: readonly string[]): Promise<void> =>
  replaceCameras(tx, 'user_camera', { ownerId: userId, cameraIds });

export const countAdmins = async (conn: Conn): Promise<number> => {
  const { admins } = await conn
    .selectFrom('appUser')
    .innerJoin('role', 'role.id', 'appUser.roleId')
    .select((eb) => eb.fn.countAll<number>().as('admins'))
    .where(sql<boolean>`'admin' = any (role.capabilities)`)
    .executeTakeFirstOrThrow();
  return admins;
};
