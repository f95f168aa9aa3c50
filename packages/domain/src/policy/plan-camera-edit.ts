import { foldName } from '../text/name.ts';
import { type Behavior, sameBehavior } from './behavior.ts';

export interface PolicyFacts {
  id: string;
  name: string;
  isDefault: boolean;
  origin: 'operator' | 'deviation';
  members: number;
  behavior: Behavior;
}

export type PolicyPlan =
  | { kind: 'keep' }
  | { kind: 'join'; policyId: string }
  /** Its own deviation, no other member: edited instead of creating "Gate 2" on each save. */
  | { kind: 'edit'; policyId: string }
  | { kind: 'create'; name: string };

export interface CameraEdit {
  camera: { name: string; policyId: string };
  policies: readonly PolicyFacts[];
  wanted: Behavior;
}

/** The policy of a camera after a camera-scoped edit of its recording settings. */
export function planCameraEdit({ camera, policies, wanted }: CameraEdit): PolicyPlan {
  const own = policies.find((policy) => policy.id === camera.policyId);
  // Saving without a change keeps the policy that an operator assigned, even if others have the same values.
  if (own?.origin === 'operator' && sameBehavior(own.behavior, wanted)) return { kind: 'keep' };
  const twin = policies.filter((policy) => sameBehavior(policy.behavior, wanted)).sort(byPreference)[0];
  if (twin) return twin.id === own?.id ? { kind: 'keep' } : { kind: 'join', policyId: twin.id };
  if (own?.origin === 'deviation' && own.members === 1) return { kind: 'edit', policyId: own.id };
  return { kind: 'create', name: numberedName(camera.name, policies) };
}

/** Default first, then operator policies, then by name, so that the choice among equals is stable. */
function byPreference(a: PolicyFacts, b: PolicyFacts): number {
  if (a.isDefault !== b.isDefault) return a.isDefault ? -1 : 1;
  if (a.origin !== b.origin) return a.origin === 'operator' ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** `Gate`, `Gate 2`, `Gate 3`: names are unique regardless of case. */
export function numberedName(wanted: string, others: readonly { name: string }[]): string {
  const taken = new Set(others.map(({ name }) => foldName(name)));
  if (!taken.has(foldName(wanted))) return wanted;
  let number = 2;
  while (taken.has(foldName(`${wanted} ${number}`))) number += 1;
  return `${wanted} ${number}`;
}
