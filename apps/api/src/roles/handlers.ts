import type { Routes } from '@holdfast/contract';
import {
  type Conn,
  type Database,
  databaseFault,
  deleteRole,
  findRole,
  insertRole,
  listRoles,
  lockFor,
  setRoleCameras,
  updateRole,
} from '@holdfast/db';
import { auditChanges, reasonCode } from '@holdfast/domain';
import type { Callers } from '../auth/callers.ts';
import { requireCameras } from '../cameras/require-cameras.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { requireAdminLeft } from '../users/require-admin.ts';
import { presentRole } from './present.ts';

export function roleHandlers({ db, callers }: { db: Database; callers: Callers }): Handlers<Routes['roles']> {
  const show = async (conn: Conn, id: string) => {
    const role = await findRole(conn, id);
    if (!role) throw new Problem('not-found');
    return presentRole(role);
  };

  return {
    list: async () => ({ items: (await listRoles(db)).map(presentRole) }),

    get: ({ params }) => show(db, params.id),

    create: ({ body, note }) =>
      db.transaction().execute(async (tx) => {
        await requireCameras(tx, body.camera_ids ?? [], { withRemoved: true });
        const { id } = await insertRole(tx, {
          name: body.name,
          capabilities: body.capabilities,
          allCameras: body.all_cameras ?? false,
        });
        await setRoleCameras(tx, id, body.camera_ids ?? []);
        await note(tx, { id, name: body.name, details: { capabilities: body.capabilities } });
        return show(tx, id);
      }),

    update: async ({ params: { id }, body, note }) => {
      const role = await db.transaction().execute(async (tx) => {
        await lockFor(tx, 'access');
        const before = await show(tx, id);
        if (body.camera_ids) await requireCameras(tx, body.camera_ids, { withRemoved: true });
        const change = {
          ...(body.name !== undefined && { name: body.name }),
          ...(body.capabilities && { capabilities: body.capabilities }),
          ...(body.all_cameras !== undefined && { allCameras: body.all_cameras }),
        };
        if (Object.keys(change).length > 0) await updateRole(tx, id, change);
        if (body.camera_ids) await setRoleCameras(tx, id, body.camera_ids);
        await requireAdminLeft(tx);
        const after = await show(tx, id);
        await note(tx, { id, name: after.name, details: { changes: auditChanges({ before, after }) } });
        return after;
      });
      callers.forget();
      return role;
    },

    remove: async ({ params, note }) => {
      await db.transaction().execute(async (tx) => {
        const { id, name } = await show(tx, params.id);
        const removed = await deleteRole(tx, id).catch((err: unknown) => {
          if (databaseFault(err).kind === 'still-referenced')
            throw new Problem('role-in-use', { reason: reasonCode('role-has-users') });
          throw err;
        });
        if (!removed) throw new Problem('not-found');
        await note(tx, { id, name });
      });
      callers.forget();
    },
  };
}
