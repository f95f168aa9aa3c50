import type { WireBehavior } from '@holdfast/contract';
import { type BehaviorColumn, behaviorFaults, fateOfEmptied, type PolicyPlan, planCameraEdit } from '@holdfast/domain';
import type { Policy } from '../api/queries.ts';
import { behaviorFromWire, policyFacts } from './policy-facts.ts';

export interface CameraEditPreview {
  plan: PolicyPlan;
  /** The policy that the camera joins or edits. */
  target: Policy | undefined;
  /** Other cameras on the camera's current policy; they keep it. */
  othersOnCurrent: readonly string[];
  /** Other cameras on the policy that the camera would join. */
  othersOnTarget: readonly string[];
  /** The deviation that is deleted because its last camera leaves it. */
  deletedPolicy: string | undefined;
}

/** The effect of saving, by the same rule as on the server. */
export function previewCameraEdit(edit: {
  camera: { id: string; name: string; policy_id: string };
  policies: readonly Policy[];
  wanted: WireBehavior;
}): CameraEditPreview {
  const { camera, policies, wanted } = edit;
  const plan = planCameraEdit({
    camera: { name: camera.name, policyId: camera.policy_id },
    policies: policies.map(policyFacts),
    wanted: behaviorFromWire(wanted),
  });
  const own = policies.find(({ id }) => id === camera.policy_id);
  const target =
    plan.kind === 'join' || plan.kind === 'edit' ? policies.find(({ id }) => id === plan.policyId) : undefined;
  const others = (policy: Policy | undefined) =>
    (policy?.members ?? []).filter(({ id }) => id !== camera.id).map(({ name }) => name);
  const leaves = plan.kind === 'join' || plan.kind === 'create';
  const isEmptied = own !== undefined && leaves && others(own).length === 0;
  return {
    plan,
    target,
    othersOnCurrent: others(own),
    othersOnTarget: others(target),
    deletedPolicy:
      isEmptied && fateOfEmptied({ origin: own.origin, isDefault: own.is_default }) === 'delete' ? own.name : undefined,
  };
}

/** Columns whose values contradict each other. */
export const invalidColumns = (wanted: WireBehavior): BehaviorColumn[] =>
  behaviorFaults(behaviorFromWire(wanted)).map(({ column }) => column);
