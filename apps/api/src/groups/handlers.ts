import type { Routes } from '@holdfast/contract';
import {
  type Conn,
  deleteGroup,
  findCamera,
  findGroup,
  insertGroup,
  listGroups,
  lockFor,
  renameGroup,
  setGroupMembers,
} from '@holdfast/db';
import { requireCameras } from '../cameras/require-cameras.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { assignPolicy } from '../policies/edit-camera-policy.ts';

type GroupRow = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

const presentGroup = (group: GroupRow) => ({
  id: group.id,
  name: group.name,
  camera_ids: group.cameraIds ?? [],
  created_at: group.createdAt.toISOString(),
});

export function groupHandlers({ db }: Pick<Deps, 'db'>): Handlers<Routes['groups']> {
  const find = async (conn: Conn, id: string) => {
    const group = await findGroup(conn, id);
    if (!group) throw new Problem('not-found');
    return group;
  };

  return {
    list: async () => ({ items: (await listGroups(db)).map(presentGroup) }),

    create: async ({ body }) => {
      const { id } = await insertGroup(db, body.name);
      return presentGroup(await find(db, id));
    },

    update: async ({ params, body }) => {
      await find(db, params.id);
      if (body.name !== undefined) await renameGroup(db, params.id, body.name);
      return presentGroup(await find(db, params.id));
    },

    remove: async ({ params }) => {
      if (!(await deleteGroup(db, params.id))) throw new Problem('not-found');
    },

    setMembers: ({ params, body }) =>
      db.transaction().execute(async (tx) => {
        // The policies lock, so that a policy is assigned to one consistent set of members.
        await lockFor(tx, 'policies');
        await find(tx, params.id);
        await requireCameras(tx, body.camera_ids);
        await setGroupMembers(tx, params.id, body.camera_ids);
        return presentGroup(await find(tx, params.id));
      }),

    setPolicy: ({ params, body }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const group = await find(tx, params.id);
        const members = await Promise.all((group.cameraIds ?? []).map((id) => findCamera(tx, id)));
        await assignPolicy(
          tx,
          members.filter((camera) => camera !== undefined),
          body.policy_id,
        );
        return presentGroup(group);
      }),
  };
}
