import { type BulkPolicyPlan, planBulkEdit } from '@holdfast/domain';
import type { api } from '../api/api.ts';
import type { CameraConfig, CameraGroup, Policy } from '../api/queries.ts';
import { hasMotionSource, type MotionSwitch, type MotionSwitches, motionSwitches } from '../policies/motion-sources.ts';
import { policyFacts } from '../policies/policy-facts.ts';

/** What is set; everything else stays as it is. */
export type BulkSettings = Parameters<typeof api.cameras.updateMany>[0]['body']['settings'];

export interface BulkEffect {
  /** Cameras for which anything changes. */
  changed: number;
  turnedOn: number;
  turnedOff: number;
  audio: number;
  motion: readonly { source: MotionSwitch; isOn: boolean; count: number }[];
  /** Cameras that are on, record on motion and will have no source, so that they record everything. */
  blind: number;
  policies: BulkPolicyPlan | undefined;
  grouped: number;
  ungrouped: number;
}

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
    motion: (camera: CameraConfig) => motionSwitches.some((source) => isTurned(settings, source, camera)),
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
    motion: motionSwitches
      .map((source) => ({
        source,
        isOn: settings[source] === true,
        count: count((camera) => isTurned(settings, source, camera)),
      }))
      .filter((turn) => turn.count > 0),
    blind: count(
      (camera) =>
        [changes.turned, changes.motion, changes.policy].some((isChanged) => isChanged(camera)) &&
        isBlind({ ...camera, ...switchesIn(settings) }, settings, policies),
    ),
    policies: policyPlan(settings, cameras, policies),
    grouped: count(changes.grouped),
    ungrouped: count(changes.ungrouped),
  };
}

const isTurned = (settings: BulkSettings, source: MotionSwitch, camera: CameraConfig): boolean =>
  settings[source] !== undefined && settings[source] !== camera[source];

const switchesIn = (settings: BulkSettings): Partial<MotionSwitches> =>
  Object.fromEntries(
    motionSwitches.filter((source) => settings[source] !== undefined).map((source) => [source, settings[source]]),
  );

/** By the policy that the camera will have; the storage changes nothing of it. */
function isBlind(after: CameraConfig, settings: BulkSettings, policies: readonly Policy[]): boolean {
  const policyId = assignedPolicy(settings, policies) ?? after.policy_id;
  const isOnMotion = policies.find(({ id }) => id === policyId)?.mode === 'motion';
  return (settings.enabled ?? after.enabled) && isOnMotion && !hasMotionSource(after);
}

const assignedPolicy = ({ policy_id }: BulkSettings, policies: readonly Policy[]): string | undefined =>
  policy_id === null ? policies.find(({ is_default }) => is_default)?.id : policy_id;

function policyPlan(
  settings: BulkSettings,
  cameras: readonly CameraConfig[],
  policies: readonly Policy[],
): BulkPolicyPlan | undefined {
  const target = assignedPolicy(settings, policies);
  const facts = {
    cameras: cameras.map(({ name, policy_id: policyId }) => ({ name, policyId })),
    policies: policies.map(policyFacts),
  };
  if (target !== undefined) return planBulkEdit({ ...facts, edit: { kind: 'assign', policyId: target } });
  const { live_storage_id: liveStorageId } = settings;
  if (liveStorageId === undefined) return undefined;
  return planBulkEdit({ ...facts, edit: { kind: 'edit', edit: { liveStorageId } } });
}

/** Settings to copy to another camera. Addresses, masks, zones and linked sensors belong to the scene of each. */
export const copiedSettings = (source: CameraConfig): BulkSettings => ({
  policy_id: source.policy_id,
  record_audio: source.record_audio,
  ...Object.fromEntries(motionSwitches.filter((one) => one !== 'motion_hub_enabled').map((one) => [one, source[one]])),
});
