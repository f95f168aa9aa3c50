import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { replaceCameras } from './camera-lists.ts';
import { withNameKey } from './name-key.ts';

const withMembers = (conn: Conn) =>
  conn
    .selectFrom('cameraGroup')
    .selectAll('cameraGroup')
    .select((eb) =>
      eb
        .selectFrom('cameraGroupMember')
        .select(sql<string[]>`coalesce(array_agg(camera_id order by camera_id), '{}')`.as('ids'))
        .whereRef('cameraGroupMember.groupId', '=', 'cameraGroup.id')
        .$castTo<{ ids: string[] }>()
        .as('cameraIds'),
    );

export const listGroups = (conn: Conn) => withMembers(conn).orderBy('nameKey').execute();

/** Groups with cameras that the user may see, and only these cameras. */
export const listVisibleGroups = (conn: Conn, userId: string) =>
  conn
    .selectFrom('cameraGroup')
    .innerJoin('cameraGroupMember', 'cameraGroupMember.groupId', 'cameraGroup.id')
    .innerJoin('cameraScope', 'cameraScope.cameraId', 'cameraGroupMember.cameraId')
    .select(['cameraGroup.id', 'cameraGroup.name'])
    .select(
      sql<string[]>`array_agg(camera_group_member.camera_id order by camera_group_member.camera_id)`.as('cameraIds'),
    )
    .where('cameraScope.userId', '=', userId)
    .groupBy('cameraGroup.id')
    .orderBy('cameraGroup.nameKey')
    .execute();

export const findGroup = (conn: Conn, id: string) =>
  withMembers(conn).where('cameraGroup.id', '=', id).executeTakeFirst();

export const insertGroup = (conn: Conn, name: string) =>
  conn.insertInto('cameraGroup').values(withNameKey({ name })).returning('id').executeTakeFirstOrThrow();

export const renameGroup = (conn: Conn, id: string, name: string) =>
  conn.updateTable('cameraGroup').set(withNameKey({ name })).where('id', '=', id).execute();

export const deleteGroup = (conn: Conn, id: string) =>
  conn.deleteFrom('cameraGroup').where('id', '=', id).returning('id').executeTakeFirst();

/** The groups with the given ids, without ids that do not exist. */
export const findGroups = (conn: Conn, ids: readonly string[]) =>
  conn
    .selectFrom('cameraGroup')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();

export const addToGroups = (
  tx: Conn,
  { groupIds, cameraIds }: { groupIds: readonly string[]; cameraIds: readonly string[] },
) =>
  sql`
    insert into camera_group_member (group_id, camera_id)
    select group_id, camera_id from unnest(${[...groupIds]}::uuid[]) group_id cross join unnest(${[...cameraIds]}::uuid[]) camera_id
    on conflict do nothing`.execute(tx);

export const removeFromGroups = (
  tx: Conn,
  { groupIds, cameraIds }: { groupIds: readonly string[]; cameraIds: readonly string[] },
) =>
  sql`
    delete from camera_group_member
     where group_id = any (${[...groupIds]}::uuid[]) and camera_id = any (${[...cameraIds]}::uuid[])`.execute(tx);

export const setGroupMembers = (tx: Conn, groupId: string, cameraIds: readonly string[]): Promise<void> =>
  replaceCameras(tx, 'camera_group_member', { ownerId: groupId, cameraIds });
