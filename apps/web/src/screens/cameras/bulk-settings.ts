import { type BulkPolicyPlan, planBulkEdit } from '@holdfast/domain';
import type { api } from '../../api/api.ts';
import type { CameraConfig, CameraGroup, Policy } from '../../api/queries.ts';
import { policyFacts } from '../../policies/policy-facts.ts';

/** What is set; everything else stays as it is. */
export type BulkSettings = Parameters<typeof api.cameras.updateMany>[0]['body']['settings'];

export interface BulkEffect {
  /** Cameras for which anything changes. */
  changed: number;
  turnedOn: number;
  turnedOff: number;
  audio: number;
  motion: number;
  policies: BulkPolicyPlan | undefined;
  grouped: number;
  ungrouped: number;
}

const MOTION = [
  'motion_pixel_enabled',
  'motion_detector_enabled',
  'motion_hub_enabled',
  'motion_camera_enabled',
] as const;

interface BulkFacts {
  cameras: readonly CameraConfig[];
  policies: readonly Policy[];
  groups: readonly CameraGroup[];
}

/** What saving does, by the same rule as on the server. */
export function bulkEffect(settings: BulkSettings, { cameras, policies, groups }: BulkFacts): BulkEffect {
  const { enabled, record_audio, add_group_ids = [], remove_group_ids = [] } = settings;
  const membersOf = (ids: readonly string[]) => groups.filter(({ id }) => ids.includes(id));
  const [added, removed] = [membersOf(add_group_ids), membersOf(remove_group_ids)];
  const changes = {
    turned: (camera: CameraConfig) => enabled !== undefined && camera.enabled !== enabled,
    audio: (camera: CameraConfig) => record_audio !== undefined && camera.record_audio !== record_audio,
    motion: (camera: CameraConfig) =>
      MOTION.some((field) => settings[field] !== undefined && settings[field] !== camera[field]),
    policy: (camera: CameraConfig) => policyPlan(settings, [camera], policies)?.changed === 1,
    grouped: ({ id }: CameraConfig) => added.some(({ camera_ids }) => !camera_ids.includes(id)),
    ungrouped: ({ id }: CameraConfig) => removed.some(({ camera_ids }) => camera_ids.includes(id)),
  };
  const count = (isChanged: (camera: CameraConfig) => boolean) => cameras.filter(isChanged).length;
  return {
    changed: count((camera) => Object.values(changes).some((isChanged) => isChanged(camera))),
    turnedOn: enabled === true ? count(changes.turned) : 0,
    turnedOff: enabled === false ? count(changes.turned) : 0,
    audio: count(changes.audio),
    motion: count(changes.motion),
    policies: policyPlan(settings, cameras, policies),
    grouped: count(changes.grouped),
    ungrouped: count(changes.ungrouped),
  };
}

function policyPlan(
  { policy_id, live_storage_id }: BulkSettings,
  cameras: readonly CameraConfig[],
  policies: readonly Policy[],
): BulkPolicyPlan | undefined {
  const target = policy_id === null ? policies.find(({ is_default }) => is_default)?.id : policy_id;
  const facts = {
    cameras: cameras.map(({ name, policy_id: policyId }) => ({ name, policyId })),
    policies: policies.map(policyFacts),
  };
  if (target !== undefined) return planBulkEdit({ ...facts, edit: { kind: 'assign', policyId: target } });
  if (live_storage_id === undefined) return undefined;
  return planBulkEdit({ ...facts, edit: { kind: 'edit', edit: { liveStorageId: live_storage_id } } });
}

/** Settings to copy to another camera. Addresses, masks and zones belong to the scene of each. */
export const copiedSettings = (source: CameraConfig): BulkSettings => ({
  policy_id: source.policy_id,
  record_audio: source.record_audio,
  ...Object.fromEntries(MOTION.map((field) => [field, source[field]])),
});
