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
  | { kind: 'stay' }
  | { kind: 'join'; policyId: string }
  /** Its own deviation, no other member: edited in place instead of minting "Gate 2" on each save. */
  | { kind: 'rewrite'; policyId: string }
  | { kind: 'mint'; name: string };

export interface CameraEdit {
  camera: { name: string; policyId: string };
  policies: readonly PolicyFacts[];
  wanted: Behavior;
}

/** Where a camera ends after a camera-scoped edit of its recording settings. */
export function planCameraEdit({ camera, policies, wanted }: CameraEdit): PolicyPlan {
  const own = policies.find((policy) => policy.id === camera.policyId);
  if (own && sameBehavior(own.behavior, wanted)) return { kind: 'stay' };
  const twin = policies.filter((policy) => sameBehavior(policy.behavior, wanted)).sort(byPreference)[0];
  if (twin) return { kind: 'join', policyId: twin.id };
  if (own?.origin === 'deviation' && own.members === 1) return { kind: 'rewrite', policyId: own.id };
  return { kind: 'mint', name: freeName(camera.name, policies) };
}

/** Default first, then what an operator named, then by name, so that equal policies are told apart for good. */
function byPreference(a: PolicyFacts, b: PolicyFacts): number {
  if (a.isDefault !== b.isDefault) return a.isDefault ? -1 : 1;
  if (a.origin !== b.origin) return a.origin === 'operator' ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** `Gate`, `Gate 2`, `Gate 3`: names are unique without regard to case. */
export function freeName(wanted: string, policies: readonly { name: string }[]): string {
  const taken = new Set(policies.map(({ name }) => name.toLowerCase()));
  if (!taken.has(wanted.toLowerCase())) return wanted;
  let number = 2;
  while (taken.has(`${wanted} ${number}`.toLowerCase())) number += 1;
  return `${wanted} ${number}`;
}
