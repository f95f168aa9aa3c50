import type { WireBehavior } from '@holdfast/contract';
import { type BehaviorColumn, behaviorFaults, fateOfEmptied, type PolicyPlan, planCameraEdit } from '@holdfast/domain';
import type { Policy } from '../api/queries.ts';
import { behaviorFromWire, policyFacts } from './policy-facts.ts';

export interface CameraEditPreview {
  plan: PolicyPlan;
  /** The policy it joins or changes. */
  target: Policy | undefined;
  /** Other cameras on the policy the camera is on now; they keep it. */
  othersNow: readonly string[];
  /** Other cameras on the policy it would join. */
  othersThen: readonly string[];
  /** The policy it leaves empty goes away with it. */
  vanishes: string | undefined;
}

/** What saving would do, decided by the very rule the server saves by. */
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
    plan.kind === 'join' || plan.kind === 'rewrite' ? policies.find(({ id }) => id === plan.policyId) : undefined;
  const others = (policy: Policy | undefined) =>
    (policy?.members ?? []).filter(({ id }) => id !== camera.id).map(({ name }) => name);
  const leaves = plan.kind === 'join' || plan.kind === 'mint';
  const isEmptied = own !== undefined && leaves && others(own).length === 0;
  return {
    plan,
    target,
    othersNow: others(own),
    othersThen: others(target),
    vanishes:
      isEmptied && fateOfEmptied({ origin: own.origin, isDefault: own.is_default }) === 'delete' ? own.name : undefined,
  };
}

/** Settings that do not fit together yet. */
export const unfit = (wanted: WireBehavior): BehaviorColumn[] =>
  behaviorFaults(behaviorFromWire(wanted)).map(({ column }) => column);
