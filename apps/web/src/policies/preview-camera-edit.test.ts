import type { WireBehavior } from '@holdfast/contract';
import { behaviorColumnNames, defaultBehavior, snakeCase } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../api/queries.ts';
import { behaviorOnWire } from './policy-facts.ts';
import { invalidColumns, previewCameraEdit } from './preview-camera-edit.ts';

const defaults = defaultBehavior('11111111-1111-4111-8111-111111111111');
const usual = Object.fromEntries(behaviorColumnNames.map((name) => [snakeCase(name), defaults[name]])) as WireBehavior;
const policy = (name: string, members: string[], part: Partial<Policy> = {}): Policy => ({
  ...usual,
  id: name.toLowerCase(),
  name,
  is_default: name === 'Default',
  origin: 'operator',
  members: members.map((member) => ({ id: member.toLowerCase(), name: member })),
  created_at: '2026-01-01T00:00:00.000Z',
  ...part,
});
const night = policy('Night', ['Yard'], { mode: 'motion' });
const shared = policy('Default', ['Gate', 'Door']);
const gate = { id: 'gate', name: 'Gate', policy_id: 'default' };
const preview = (wanted: Partial<WireBehavior>, policies = [shared, night], camera = gate) =>
  previewCameraEdit({
    camera,
    policies,
    wanted: { ...behaviorOnWire(policies.find(({ id }) => id === camera.policy_id) ?? shared), ...wanted },
  });

describe('the effect of editing a camera', () => {
  it('is nothing if nothing differs', () => {
    expect(preview({})).toMatchObject({ plan: { kind: 'keep' }, othersOnCurrent: ['Door'], deletedPolicy: undefined });
  });

  it('joins a policy with equal behaviour, and lists its other cameras', () => {
    expect(preview({ mode: 'motion' })).toMatchObject({
      plan: { kind: 'join' },
      target: { name: 'Night' },
      othersOnTarget: ['Yard'],
      deletedPolicy: undefined,
    });
  });

  it('otherwise creates one named after the camera, and the others keep theirs', () => {
    expect(preview({ live_retention_hours: 48 })).toMatchObject({
      plan: { kind: 'create', name: 'Gate' },
      othersOnCurrent: ['Door'],
    });
  });

  describe('with a deviation', () => {
    const own = policy('Gate', ['Gate'], { origin: 'deviation', mode: 'off' });
    const camera = { ...gate, policy_id: 'gate' };
    it('edits the deviation', () => {
      expect(preview({ record_audio: true }, [shared, night, own], camera)).toMatchObject({
        plan: { kind: 'edit' },
        target: { name: 'Gate' },
        deletedPolicy: undefined,
      });
    });
    it('deletes the deviation when returning to Default', () => {
      expect(preview({ mode: 'continuous' }, [shared, night, own], camera)).toMatchObject({
        plan: { kind: 'join' },
        target: { name: 'Default' },
        deletedPolicy: 'Gate',
      });
    });
    it('keeps a policy that an operator named', () => {
      const named = { ...own, origin: 'operator' as const };
      expect(preview({ mode: 'continuous' }, [shared, night, named], camera).deletedPolicy).toBeUndefined();
    });
  });

  it('lists settings that contradict each other', () => {
    expect(invalidColumns({ ...usual, archive_enabled: true })).toEqual(['archiveStorageId', 'archiveAfterHours']);
    expect(invalidColumns(usual)).toEqual([]);
  });
});
