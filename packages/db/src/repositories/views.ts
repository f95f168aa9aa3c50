import type { LiveLayout } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { withNameKey, withNameKeyIfNamed } from './name-key.ts';

/** A camera that the owner may not see, or that was removed, stays in the list hidden and reappears in its place. */
const viewsOf = (conn: Conn, userId: string) =>
  conn
    .selectFrom('liveView')
    .select(['liveView.id', 'liveView.name', 'liveView.layout', 'liveView.createdAt'])
    .select(
      sql<string[]>`array(
        select vc.camera_id from live_view_camera vc
          join camera_scope cs on cs.camera_id = vc.camera_id and cs.user_id = live_view.user_id
          join camera on camera.id = vc.camera_id and camera.removed_at is null
         where vc.view_id = live_view.id order by vc.position, vc.camera_id)`.as('cameraIds'),
    )
    .where('liveView.userId', '=', userId);

export const listLiveViews = (conn: Conn, userId: string) =>
  viewsOf(conn, userId).orderBy('liveView.createdAt').orderBy('liveView.id').execute();

export const findLiveView = (conn: Conn, { id, userId }: { id: string; userId: string }) =>
  viewsOf(conn, userId).where('liveView.id', '=', id).executeTakeFirst();

export const countLiveViews = async (conn: Conn, userId: string): Promise<number> => {
  const { count } = await conn
    .selectFrom('liveView')
    .select(sql<string>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const insertLiveView = (conn: Conn, view: { userId: string; name: string; layout: LiveLayout }) =>
  conn.insertInto('liveView').values(withNameKey(view)).returning('id').executeTakeFirstOrThrow();

export const updateLiveView = (conn: Conn, id: string, change: { name?: string; layout?: LiveLayout }) =>
  conn.updateTable('liveView').set(withNameKeyIfNamed(change)).where('id', '=', id).execute();

export const deleteLiveView = (conn: Conn, { id, userId }: { id: string; userId: string }) =>
  conn.deleteFrom('liveView').where('id', '=', id).where('userId', '=', userId).returning('id').executeTakeFirst();

/** Replaces the cameras of a view, in this order. Cameras that its owner cannot see, or that were removed, are left out. */
export async function setLiveViewCameras(
  tx: Conn,
  { viewId, userId, cameraIds }: { viewId: string; userId: string; cameraIds: readonly string[] },
): Promise<void> {
  // Serialized: two concurrent changes would each miss the other's rows.
  await tx.selectFrom('liveView').select('id').where('id', '=', viewId).forUpdate().execute();
  await tx.deleteFrom('liveViewCamera').where('viewId', '=', viewId).execute();
  await sql`insert into live_view_camera (view_id, camera_id, position)
    select ${viewId}, wanted.id, wanted.place - 1
      from unnest(${[...cameraIds]}::uuid[]) with ordinality as wanted (id, place)
      join camera_scope cs on cs.camera_id = wanted.id and cs.user_id = ${userId}
      join camera on camera.id = wanted.id and camera.removed_at is null
    on conflict do nothing`.execute(tx);
}
