import {
  type Conn,
  deletePolicy,
  findCamera,
  findDefaultPolicyId,
  findPolicy,
  insertPolicy,
  listPolicies,
  lockFor,
  setCameraPolicy,
  updatePolicy,
} from '@holdfast/db';
import { type Behavior, behaviorOf, fateOfEmptied, planCameraEdit, reasonCode } from '@holdfast/domain';
import { invalidField, Problem } from '../http/problem.ts';
import { requireBehavior } from './require-behavior.ts';

/** Applies a camera-scoped edit as the planner decides. Returns the policy that the camera ends on. */
export async function editCameraPolicy(tx: Conn, cameraId: string, edit: Partial<Behavior>): Promise<string> {
  await lockFor(tx, 'policies');
  const camera = await findCamera(tx, cameraId);
  if (!camera) throw new Problem('not-found');
  const policies = (await listPolicies(tx)).map((policy) => ({
    id: policy.id,
    name: policy.name,
    isDefault: policy.isDefault,
    origin: policy.origin,
    // Footage of removed cameras counts: an edit in place would change how long it is kept.
    members: (policy.members?.length ?? 0) + (policy.removedMembers?.length ?? 0),
    behavior: behaviorOf(policy),
  }));
  const current = policies.find(({ id }) => id === camera.policyId);
  if (!current) throw new Error(`camera ${cameraId} refers to a policy that is not listed`);
  const wanted: Behavior = { ...current.behavior, ...edit };
  await requireBehavior(tx, wanted);

  const plan = planCameraEdit({ camera, policies, wanted });
  switch (plan.kind) {
    case 'keep':
      return camera.policyId;
    case 'edit':
      await updatePolicy(tx, plan.policyId, wanted);
      return plan.policyId;
    case 'join':
      await moveCameras(tx, [camera], plan.policyId);
      return plan.policyId;
    case 'create': {
      const { id } = await insertPolicy(tx, { name: plan.name, origin: 'deviation', ...wanted });
      await moveCameras(tx, [camera], id);
      return id;
    }
  }
}

/** Assigns cameras to a policy, null meaning Default, and deletes deviations that become empty. */
export async function assignPolicy(
  tx: Conn,
  cameras: readonly { id: string; policyId: string }[],
  policyId: string | null,
): Promise<string> {
  await lockFor(tx, 'policies');
  const target = policyId ?? (await findDefaultPolicyId(tx));
  if (!(await findPolicy(tx, target))) throw invalidField('/policy_id', reasonCode('not-a-policy'));
  await moveCameras(tx, cameras, target);
  return target;
}

async function moveCameras(
  tx: Conn,
  cameras: readonly { id: string; policyId: string }[],
  target: string,
): Promise<void> {
  const leaving = cameras.filter(({ policyId }) => policyId !== target);
  if (leaving.length === 0) return;
  await setCameraPolicy(
    tx,
    leaving.map(({ id }) => id),
    target,
  );
  for (const left of new Set(leaving.map(({ policyId }) => policyId))) await reapIfEmpty(tx, left);
}

/** Needs the policies lock, like every change of membership. */
export async function reapIfEmpty(tx: Conn, policyId: string): Promise<void> {
  const policy = await findPolicy(tx, policyId);
  if (!policy || policy.members?.length || policy.removedMembers?.length) return;
  if (fateOfEmptied(policy) === 'delete') await deletePolicy(tx, policyId);
}
