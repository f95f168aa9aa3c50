import { MAX_VIEWS, type Routes } from '@holdfast/contract';
import {
  type Conn,
  countLiveViews,
  type Database,
  deleteLiveView,
  findLiveView,
  insertLiveView,
  listLiveViews,
  setLiveViewCameras,
  updateLiveView,
} from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';

type ViewRow = NonNullable<Awaited<ReturnType<typeof findLiveView>>>;

const presentView = (view: ViewRow) => ({
  id: view.id,
  name: view.name,
  layout: view.layout,
  camera_ids: view.cameraIds,
  created_at: view.createdAt.toISOString(),
});

export function viewHandlers({ db }: { db: Database }): Handlers<Routes['views']> {
  const find = async (conn: Conn, key: { id: string; userId: string }): Promise<ViewRow> => {
    const view = await findLiveView(conn, key);
    if (!view) throw new Problem('not-found');
    return view;
  };

  return {
    list: async ({ caller }) => ({ items: (await listLiveViews(db, caller.userId)).map(presentView) }),

    create: ({ body: { name, layout, camera_ids: cameraIds }, caller: { userId } }) =>
      db.transaction().execute(async (tx) => {
        if ((await countLiveViews(tx, userId)) >= MAX_VIEWS)
          throw new Problem('invalid', { reason: reasonCode('too-many-views', { limit: MAX_VIEWS }) });
        const { id } = await insertLiveView(tx, { userId, name, layout });
        await setLiveViewCameras(tx, { viewId: id, userId, cameraIds });
        return presentView(await find(tx, { id, userId }));
      }),

    update: ({ params: { id }, body: { camera_ids: cameraIds, ...change }, caller: { userId } }) =>
      db.transaction().execute(async (tx) => {
        await find(tx, { id, userId });
        if (Object.keys(change).length > 0) await updateLiveView(tx, id, change);
        if (cameraIds) await setLiveViewCameras(tx, { viewId: id, userId, cameraIds });
        return presentView(await find(tx, { id, userId }));
      }),

    remove: async ({ params: { id }, caller: { userId } }) => {
      if (!(await deleteLiveView(db, { id, userId }))) throw new Problem('not-found');
    },
  };
}
