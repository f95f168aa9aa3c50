import type { Routes } from '@holdfast/contract';
import {
  type Conn,
  type Database,
  deleteGroup,
  findCamera,
  findGroup,
  findPolicy,
  insertGroup,
  listGroups,
  listVisibleGroups,
  lockFor,
  renameGroup,
  setGroupMembers,
} from '@holdfast/db';
import { auditChanges } from '@holdfast/domain';
import { requireCameras } from '../cameras/require-cameras.ts';
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

export function groupHandlers({ db }: { db: Database }): Handlers<Routes['groups']> {
  const find = async (conn: Conn, id: string) => {
    const group = await findGroup(conn, id);
    if (!group) throw new Problem('not-found');
    return group;
  };

  return {
    listVisible: async ({ caller }) => ({
      items: (await listVisibleGroups(db, caller.userId)).map(({ id, name, cameraIds }) => ({
        id,
        name,
        camera_ids: cameraIds,
      })),
    }),

    list: async () => ({ items: (await listGroups(db)).map(presentGroup) }),

    create: ({ body, note }) =>
      db.transaction().execute(async (tx) => {
        const { id } = await insertGroup(tx, body.name);
        await note(tx, { id, name: body.name });
        return presentGroup(await find(tx, id));
      }),

    update: ({ params, body, note }) =>
      db.transaction().execute(async (tx) => {
        const before = await find(tx, params.id);
        if (body.name !== undefined) await renameGroup(tx, before.id, body.name);
        const after = await find(tx, before.id);
        const changes = auditChanges({ before: { name: before.name }, after: { name: after.name } });
        await note(tx, { id: after.id, name: after.name, details: { changes } });
        return presentGroup(after);
      }),

    remove: ({ params, note }) =>
      db.transaction().execute(async (tx) => {
        const { id, name, cameraIds } = await find(tx, params.id);
        if (!(await deleteGroup(tx, id))) throw new Problem('not-found');
        await note(tx, { id, name, cameraIds: cameraIds ?? [] });
        return undefined;
      }),

    setMembers: ({ params, body, note }) =>
      db.transaction().execute(async (tx) => {
        // The policies lock, so that a policy is assigned to one consistent set of members.
        await lockFor(tx, 'policies');
        const { id, name } = await find(tx, params.id);
        await requireCameras(tx, body.camera_ids);
        await setGroupMembers(tx, id, body.camera_ids);
        await note(tx, { id, name, cameraIds: body.camera_ids, details: { count: body.camera_ids.length } });
        return presentGroup(await find(tx, params.id));
      }),

    setPolicy: ({ params, body, note }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const group = await find(tx, params.id);
        const members = await Promise.all((group.cameraIds ?? []).map((id) => findCamera(tx, id)));
        const policyId = await assignPolicy(
          tx,
          members.filter((camera) => camera !== undefined),
          body.policy_id,
        );
        const policy = await findPolicy(tx, policyId);
        const details = { policy: policy?.name ?? null };
        await note(tx, { id: group.id, name: group.name, cameraIds: group.cameraIds ?? [], details });
        return presentGroup(group);
      }),
  };
}
