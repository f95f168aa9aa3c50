import type { Behavior } from './behavior.ts';
import { fateOfEmptied } from './lifecycle.ts';
import { type PolicyFacts, planCameraEdit } from './plan-camera-edit.ts';

export type BulkPolicyEdit =
  | { kind: 'assign'; policyId: string }
  /** As if each camera had been edited by itself, one after the other. */
  | { kind: 'edit'; edit: Partial<Behavior> };

export interface BulkPolicyPlan {
  /** Cameras that record differently afterwards, or by another policy. */
  changed: number;
  /** Names of policies that are created, changed in place and deleted. */
  created: string[];
  edited: string[];
  deleted: string[];
}

interface Facts {
  cameras: readonly { name: string; policyId: string }[];
  policies: readonly PolicyFacts[];
  edit: BulkPolicyEdit;
}

/** The result of editing the policies of many cameras at once: the same as editing one after the other. */
export function planBulkEdit({ cameras, policies, edit }: Facts): BulkPolicyPlan {
  const book = new Map(policies.map((policy) => [policy.id, { ...policy }]));
  const plan: BulkPolicyPlan = { changed: 0, created: [], edited: [], deleted: [] };
  const move = (from: string, to: string) => {
    const [left, joined] = [book.get(from), book.get(to)];
    if (joined) joined.members += 1;
    if (!left) return;
    left.members -= 1;
    if (left.members > 0 || fateOfEmptied(left) === 'keep') return;
    book.delete(from);
    plan.deleted.push(left.name);
  };
  for (const camera of cameras) {
    const own = book.get(camera.policyId);
    if (!own) continue;
    const wanted = edit.kind === 'edit' ? { ...own.behavior, ...edit.edit } : own.behavior;
    const step =
      edit.kind === 'edit'
        ? planCameraEdit({ camera, policies: [...book.values()], wanted })
        : edit.policyId === own.id
          ? { kind: 'keep' as const }
          : { kind: 'join' as const, policyId: edit.policyId };
    if (step.kind === 'keep') continue;
    plan.changed += 1;
    if (step.kind === 'edit') {
      own.behavior = wanted;
      plan.edited.push(own.name);
    } else if (step.kind === 'join') move(own.id, step.policyId);
    else {
      const id = `new ${step.name}`;
      book.set(id, { id, name: step.name, isDefault: false, origin: 'deviation', members: 0, behavior: wanted });
      plan.created.push(step.name);
      move(own.id, id);
    }
  }
  return plan;
}
