import type { Routes } from '@holdfast/contract';
import {
  type Conn,
  type Database,
  deletePolicy,
  findCamera,
  findDefaultStorageId,
  findPolicy,
  insertPolicy,
  listPolicies,
  lockFor,
  updatePolicy,
} from '@holdfast/db';
import { auditChanges, behaviorOf, defaultBehavior, originAfterRename, reasonCode } from '@holdfast/domain';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { assignPolicy, editCameraPolicy } from './edit-camera-policy.ts';
import { presentPolicy } from './present.ts';
import { requireBehavior } from './require-behavior.ts';
import { behaviorFromWire, behaviorToWire, namesBehavior } from './wire.ts';

export function policyHandlers({ db }: { db: Database }): Handlers<Routes['policies']> {
  const find = async (conn: Conn, id: string) => {
    const policy = await findPolicy(conn, id);
    if (!policy) throw new Problem('not-found');
    return policy;
  };

  return {
    list: async () => ({ items: (await listPolicies(db)).map(presentPolicy) }),

    get: async ({ params }) => presentPolicy(await find(db, params.id)),

    create: ({ body: { name, ...body }, note }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const behavior = { ...defaultBehavior(await findDefaultStorageId(tx)), ...behaviorFromWire(body) };
        await requireBehavior(tx, behavior);
        const { id } = await insertPolicy(tx, { name, origin: 'operator', ...behavior });
        await note(tx, { id, name });
        return presentPolicy(await find(tx, id));
      }),

    update: ({ params, body: { name, ...body }, note }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const policy = await find(tx, params.id);
        const behavior = { ...behaviorOf(policy), ...behaviorFromWire(body) };
        await requireBehavior(tx, behavior);
        const renamed = name === undefined ? {} : { name, origin: originAfterRename(policy, name) };
        await updatePolicy(tx, policy.id, { ...behavior, ...renamed });
        const [before, after] = [presentPolicy(policy), presentPolicy(await find(tx, policy.id))];
        const cameraIds = (policy.members ?? []).map(({ id }) => id);
        await note(tx, {
          id: policy.id,
          name: after.name,
          cameraIds,
          details: { changes: auditChanges({ before, after }) },
        });
        return after;
      }),

    remove: ({ params, note }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const policy = await find(tx, params.id);
        if (policy.isDefault) throw new Problem('default-policy');
        const members = policy.members ?? [];
        if (members.length > 0)
          throw new Problem('policy-in-use', {
            members,
            reason: reasonCode('policy-has-cameras', { cameras: members.map(({ name }) => name).join(', ') }),
          });
        const removed = policy.removedMembers ?? [];
        if (removed.length > 0)
          throw new Problem('policy-in-use', {
            reason: reasonCode('policy-has-footage', { cameras: removed.join(', ') }),
          });
        await deletePolicy(tx, policy.id);
        await note(tx, { id: policy.id, name: policy.name });
        return undefined;
      }),

    editForCamera: ({ params, body: { policy_id, ...body }, note }) => {
      if (policy_id !== undefined && namesBehavior(body))
        throw invalidField('/policy_id', reasonCode('not-together', { field: 'settings' }));
      return db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const camera = await findCamera(tx, params.id);
        if (!camera) throw new Problem('not-found');
        const before = await find(tx, camera.policyId);
        const ended =
          policy_id === undefined
            ? await editCameraPolicy(tx, camera.id, behaviorFromWire(body))
            : await assignPolicy(tx, [camera], policy_id);
        const after = await find(tx, ended);
        const changes = auditChanges({ before: behaviorToWire(before), after: behaviorToWire(after) });
        await note(tx, {
          id: camera.id,
          name: camera.name,
          cameraIds: [camera.id],
          details: { policy: after.name, changes },
        });
        return presentPolicy(after);
      });
    },
  };
}
