import { defaultBehavior } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import type { CameraConfig, CameraGroup, Policy } from '../api/queries.ts';
import { behaviorToWire } from '../policies/test-behavior.ts';
import { bulkEffect, copiedSettings } from './bulk-settings.ts';

const motion = {
  motion_pixel_enabled: true,
  motion_detector_enabled: false,
  motion_hub_enabled: false,
  motion_camera_enabled: false,
};
const camera = (id: string, more: Partial<CameraConfig> = {}): CameraConfig =>
  ({ id, name: id, enabled: true, policy_id: 'default', record_audio: null, ...motion, ...more }) as CameraConfig;
const policy = (id: string, members: string[], more: Partial<Policy> = {}): Policy => ({
  id,
  name: id,
  is_default: id === 'default',
  origin: 'operator',
  members: members.map((name) => ({ id: name, name })),
  created_at: '2026-01-01T00:00:00.000Z',
  ...behaviorToWire(defaultBehavior('disk')),
  ...more,
});
const cameras = [camera('gate'), camera('yard', { enabled: false, record_audio: true, policy_id: 'own' })];
const facts = {
  cameras,
  policies: [
    policy('default', ['gate']),
    policy('own', ['yard'], { origin: 'deviation', live_retention_hours: 7, mode: 'motion' }),
  ],
  groups: [{ id: 'g', name: 'Doors', camera_ids: ['gate'], created_at: '' }] as CameraGroup[],
};

describe('what saving does to many cameras', () => {
  it.each([
    ['nothing is set', {}, { changed: 0 }],
    ['they are turned off', { enabled: false }, { changed: 1, turnedOff: 1, turnedOn: 0 }],
    ['they follow their policy in audio', { record_audio: null }, { changed: 1, audio: 1 }],
    [
      'their pictures are no longer compared',
      { motion_pixel_enabled: false },
      { changed: 2, motion: [{ source: 'motion_pixel_enabled', isOn: false, count: 2 }], blind: 0 },
    ],
    ['that leaves one that is on without a source', { enabled: true, motion_pixel_enabled: false }, { blind: 1 }],
    [
      'another source takes over',
      { enabled: true, motion_pixel_enabled: false, motion_camera_enabled: true },
      {
        motion: [
          { source: 'motion_pixel_enabled', isOn: false, count: 2 },
          { source: 'motion_camera_enabled', isOn: true, count: 2 },
        ],
        blind: 0,
      },
    ],
    ['they keep their sources', { motion_pixel_enabled: true }, { changed: 0, motion: [], blind: 0 }],
    [
      'they record always and need no source',
      { enabled: true, motion_pixel_enabled: false, policy_id: 'default' },
      { changed: 2, blind: 0 },
    ],
    ['they join a group', { add_group_ids: ['g'] }, { changed: 1, grouped: 1 }],
    ['they leave it', { remove_group_ids: ['g'] }, { changed: 1, ungrouped: 1 }],
    [
      'they use the default policy',
      { policy_id: null },
      { changed: 1, policies: { changed: 1, created: [], edited: [], deleted: ['own'] } },
    ],
    [
      'they move to another storage',
      { live_storage_id: 'other' },
      { changed: 2, policies: { changed: 2, created: ['gate'], edited: ['own'], deleted: [] } },
    ],
  ])('when %s', (_title, settings, expected) => expect(bulkEffect(settings, facts)).toMatchObject(expected));
});

it('copies how a camera is recorded, and nothing of its scene', () => {
  const { motion_hub_enabled: _sensors, ...copied } = motion;
  const settings = copiedSettings(camera('gate', { record_audio: true, motion_hub_enabled: true }));
  expect(settings).toEqual({ policy_id: 'default', record_audio: true, ...copied });
});
