import type { Routes } from '@holdfast/contract';
import {
  type Conn,
  deletePolicy,
  findCamera,
  findDefaultStorageId,
  findPolicy,
  insertPolicy,
  listPolicies,
  lockFor,
  updatePolicy,
} from '@holdfast/db';
import { behaviorOf, defaultBehavior, originAfterRename, reasonCode } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { assignPolicy, editCameraPolicy } from './edit-camera-policy.ts';
import { presentPolicy } from './present.ts';
import { requireBehavior } from './require-behavior.ts';
import { behaviorFromWire, namesBehavior } from './wire.ts';

export function policyHandlers({ db }: Pick<Deps, 'db'>): Handlers<Routes['policies']> {
  const find = async (conn: Conn, id: string) => {
    const policy = await findPolicy(conn, id);
    if (!policy) throw new Problem('not-found');
    return policy;
  };

  return {
    list: async () => ({ items: (await listPolicies(db)).map(presentPolicy) }),

    get: async ({ params }) => presentPolicy(await find(db, params.id)),

    create: ({ body: { name, ...body } }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const behavior = { ...defaultBehavior(await findDefaultStorageId(tx)), ...behaviorFromWire(body) };
        await requireBehavior(tx, behavior);
        const { id } = await insertPolicy(tx, { name, origin: 'operator', ...behavior });
        return presentPolicy(await find(tx, id));
      }),

    update: ({ params, body: { name, ...body } }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const policy = await find(tx, params.id);
        const behavior = { ...behaviorOf(policy), ...behaviorFromWire(body) };
        await requireBehavior(tx, behavior);
        const renamed = name === undefined ? {} : { name, origin: originAfterRename(policy, name) };
        await updatePolicy(tx, policy.id, { ...behavior, ...renamed });
        return presentPolicy(await find(tx, policy.id));
      }),

    remove: ({ params }) =>
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
        return undefined;
      }),

    editForCamera: ({ params, body: { policy_id, ...body } }) => {
      if (policy_id !== undefined && namesBehavior(body))
        throw invalidField('/policy_id', 'cannot be sent together with settings: assign a policy or edit, not both');
      return db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        if (policy_id === undefined) {
          const ended = await editCameraPolicy(tx, params.id, behaviorFromWire(body));
          return presentPolicy(await find(tx, ended));
        }
        const camera = await findCamera(tx, params.id);
        if (!camera) throw new Problem('not-found');
        return presentPolicy(await find(tx, await assignPolicy(tx, [camera], policy_id)));
      });
    },
  };
}
