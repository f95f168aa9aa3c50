import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBehavior } from './behavior.ts';
import { planBulkEdit } from './plan-bulk-edit.ts';
import type { PolicyFacts } from './plan-camera-edit.ts';

const [ONE, TWO] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const usual = defaultBehavior(ONE);
const policy = (id: string, members: number, change: Partial<PolicyFacts> = {}): PolicyFacts => ({
  id,
  name: id,
  isDefault: id === 'Default',
  origin: 'operator',
  members,
  behavior: usual,
  ...change,
});
const deviation = (id: string, members: number, hours: number) =>
  policy(id, members, { origin: 'deviation', behavior: { ...usual, liveRetentionHours: hours } });
const camera = (name: string, policyId: string) => ({ name, policyId });
const nothing = { changed: 0, created: [], edited: [], deleted: [] };

describe('editing the policies of many cameras', () => {
  const policies = [policy('Default', 2), policy('Night', 1), deviation('Gate', 1, 7), deviation('Odd', 2, 9)];

  it.each([
    ['moves those that have another policy', [camera('A', 'Default'), camera('B', 'Night')], { changed: 1 }],
    ['deletes a deviation that no camera uses any more', [camera('Gate', 'Gate')], { changed: 1, deleted: ['Gate'] }],
    ['keeps a deviation that another camera uses', [camera('C', 'Odd')], { changed: 1 }],
    ['deletes it with its last camera', [camera('C', 'Odd'), camera('D', 'Odd')], { changed: 2, deleted: ['Odd'] }],
  ])('to one policy %s', (_title, cameras, expected) =>
    expect(planBulkEdit({ cameras, policies, edit: { kind: 'assign', policyId: 'Night' } })).toEqual({
      ...nothing,
      ...expected,
    }),
  );

  it('to another storage creates one policy, which the others with the same settings join', () =>
    expect(
      planBulkEdit({
        cameras: [camera('A', 'Default'), camera('B', 'Default'), camera('Gate', 'Gate')],
        policies,
        edit: { kind: 'edit', edit: { liveStorageId: TWO } },
      }),
    ).toEqual({ changed: 3, created: ['A'], edited: ['Gate'], deleted: [] }));

  it('changes nothing that is so already', () =>
    expect(
      planBulkEdit({
        cameras: [camera('A', 'Default'), camera('C', 'Odd')],
        policies,
        edit: { kind: 'edit', edit: { liveStorageId: ONE } },
      }),
    ).toEqual(nothing));

  it('never deletes a policy of an operator, and names each policy once', () => {
    const choice = fc.constantFrom('Default', 'Night', 'Gate', 'Odd');
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 8 }), choice, fc.boolean(), (chosen, target, assigns) => {
        const counted = policies.map((one) => ({ ...one, members: chosen.filter((id) => id === one.id).length }));
        const cameras = chosen.map((policyId, i) => camera(`C${i}`, policyId));
        const edit = assigns
          ? { kind: 'assign' as const, policyId: target }
          : { kind: 'edit' as const, edit: { liveStorageId: TWO } };
        const { changed, created, edited, deleted } = planBulkEdit({ cameras, policies: counted, edit });
        expect(deleted.every((name) => name === 'Gate' || name === 'Odd')).toBe(true);
        const names = [...created, ...edited, ...deleted];
        expect(new Set(names).size).toBe(names.length);
        expect(changed).toBe(assigns ? chosen.filter((id) => id !== target).length : chosen.length);
      }),
    );
  });
});
