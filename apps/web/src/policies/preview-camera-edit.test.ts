import type { WireBehavior } from '@holdfast/contract';
import { behaviorColumnNames, defaultBehavior, snakeCase } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../api/queries.ts';
import { behaviorOnWire } from './policy-facts.ts';
import { previewCameraEdit, unfit } from './preview-camera-edit.ts';

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

describe('what an edit of a camera will do', () => {
  it('nothing, when nothing differs', () => {
    expect(preview({})).toMatchObject({ plan: { kind: 'stay' }, othersNow: ['Door'], vanishes: undefined });
  });

  it('joins the policy that does just that, and tells who is on it', () => {
    expect(preview({ mode: 'motion' })).toMatchObject({
      plan: { kind: 'join' },
      target: { name: 'Night' },
      othersThen: ['Yard'],
      vanishes: undefined,
    });
  });

  it('creates one named after the camera otherwise, and the others keep theirs', () => {
    expect(preview({ live_retention_hours: 48 })).toMatchObject({
      plan: { kind: 'mint', name: 'Gate' },
      othersNow: ['Door'],
    });
  });

  describe('on a policy of its own', () => {
    const own = policy('Gate', ['Gate'], { origin: 'deviation', mode: 'off' });
    const camera = { ...gate, policy_id: 'gate' };
    it('changes that one', () => {
      expect(preview({ record_audio: true }, [shared, night, own], camera)).toMatchObject({
        plan: { kind: 'rewrite' },
        target: { name: 'Gate' },
        vanishes: undefined,
      });
    });
    it('leaves it behind when going back to Default, and says that it goes away', () => {
      expect(preview({ mode: 'continuous' }, [shared, night, own], camera)).toMatchObject({
        plan: { kind: 'join' },
        target: { name: 'Default' },
        vanishes: 'Gate',
      });
    });
    it('keeps what an operator named', () => {
      const named = { ...own, origin: 'operator' as const };
      expect(preview({ mode: 'continuous' }, [shared, night, named], camera).vanishes).toBeUndefined();
    });
  });

  it('names settings that do not fit together', () => {
    expect(unfit({ ...usual, archive_enabled: true })).toEqual(['archiveStorageId', 'archiveAfterHours']);
    expect(unfit(usual)).toEqual([]);
  });
});
