import type { WireBehavior } from '@holdfast/contract';
import { type DiskUser, type EstimateInput, type FloorPolicy, freeSpaceFloor, shareOfDisk } from '@holdfast/domain';
import type { Policy, Status, StorageStats } from '../api/queries.ts';
import { DAYS, HOURS, hoursOn } from './week.ts';

interface Known {
  behavior: WireBehavior;
  /** The cameras that would use the policy. */
  cameraIds: readonly string[];
  /** All saved policies; the edited one is replaced by the form's values. */
  policies: readonly Policy[];
  editedPolicyId: string | undefined;
  status: Status;
  stats: StorageStats;
}

export type RetentionOutlook =
  | { kind: 'unknown'; reason: 'noCameras' | 'off' | 'noBitrate' }
  | { kind: 'known'; facts: EstimateInput; bitsPerSecond: number; cameras: number; uncounted: number };

/** Inputs of the retention estimate: current bitrates, the disks, and the limits in the form. */
export function retentionOutlook(known: Known): RetentionOutlook {
  const { behavior, cameraIds, status } = known;
  if (cameraIds.length === 0) return { kind: 'unknown', reason: 'noCameras' };
  const share = behavior.schedule === null ? 1 : hoursOn(behavior.schedule) / (DAYS * HOURS);
  if (behavior.mode === 'off' || share === 0) return { kind: 'unknown', reason: 'off' };
  const rates = cameraIds.map((id) => bitrateOf(id, behavior.record_stream, status));
  const counted = rates.filter((rate) => rate > 0);
  if (counted.length === 0) return { kind: 'unknown', reason: 'noBitrate' };
  const bitsPerSecond = counted.reduce((sum, rate) => sum + rate, 0);
  return {
    kind: 'known',
    bitsPerSecond,
    cameras: counted.length,
    uncounted: rates.length - counted.length,
    facts: {
      bytesPerHour: (bitsPerSecond / 8) * 3600 * share,
      live: {
        ageHours: behavior.live_retention_hours,
        budgetBytes: behavior.live_max_bytes,
        roomBytes: roomOn(behavior.live_storage_id, 'live', known),
      },
      archive:
        behavior.archive_enabled && behavior.archive_storage_id !== null && behavior.archive_after_hours !== null
          ? {
              afterHours: behavior.archive_after_hours,
              ageHours: behavior.archive_retention_hours,
              budgetBytes: behavior.archive_max_bytes,
              roomBytes: roomOn(behavior.archive_storage_id, 'archive', known),
            }
          : null,
      ceilingHours: behavior.max_retention_days === null ? null : behavior.max_retention_days * HOURS,
    },
  };
}

/** Bitrate of the recorded streams; an unknown one counts as zero. */
function bitrateOf(cameraId: string, wanted: WireBehavior['record_stream'], { cameras }: Status): number {
  const streams = cameras.find(({ camera_id }) => camera_id === cameraId)?.streams ?? [];
  return streams
    .filter(({ stream }) => wanted === 'both' || stream === wanted)
    .reduce((sum, { bitrate_bps }) => sum + (bitrate_bps ?? 0), 0);
}

type Tier = 'live' | 'archive';

/** Disk space for this policy beside all others. Null while the disk is unknown. */
function roomOn(storageId: string, tier: Tier, known: Known): number | null {
  const { behavior, cameraIds, policies, editedPolicyId, status, stats } = known;
  const storage = status.storages.find(({ storage_id }) => storage_id === storageId);
  if (!storage || storage.free_bytes === null || storage.total_bytes === null) return null;
  const others = policies.filter(({ id }) => id !== editedPolicyId);
  const floorBytes = freeSpaceFloor({
    storageId,
    totalBytes: storage.total_bytes,
    policies: [...others, behavior].map(floorPolicy),
  });
  const heldBytes = stats.cameras.reduce((sum, camera) => {
    const policy = policies.find(({ members }) => members.some(({ id }) => id === camera.camera_id));
    const liveBytes = policy?.live_storage_id === storageId ? camera.live_bytes : 0;
    return sum + liveBytes + (policy?.archive_storage_id === storageId ? camera.archive_bytes : 0);
  }, 0);
  const usersBeside = others.flatMap((policy) => {
    // Cameras that move to the edited policy leave their current one.
    const ids = policy.members.map(({ id }) => id).filter((id) => !cameraIds.includes(id));
    return diskUsers(policy, ids, storageId, status);
  });
  const ownOther = diskUsers(behavior, cameraIds, storageId, status, tier === 'live' ? 'archive' : 'live');
  const [own] = diskUsers(behavior, cameraIds, storageId, status, tier);
  const roomBytes = Math.max(0, heldBytes + storage.free_bytes - floorBytes);
  // The policy's own limits are applied later.
  if (!own) return roomBytes;
  return Math.round(shareOfDisk(roomBytes, { ...own, maxBytes: null }, [...usersBeside, ...ownOther]));
}

/** A policy's use of a disk, on both tiers or on one. */
export function diskUsers(
  behavior: WireBehavior,
  cameraIds: readonly string[],
  storageId: string,
  status: Status,
  only?: Tier,
): DiskUser[] {
  const share = behavior.schedule === null ? 1 : hoursOn(behavior.schedule) / (DAYS * HOURS);
  const bits = cameraIds.reduce((sum, id) => sum + bitrateOf(id, behavior.record_stream, status), 0);
  const bytesPerHour = behavior.mode === 'off' ? 0 : (bits / 8) * 3600 * share;
  const ceilingHours = behavior.max_retention_days === null ? null : behavior.max_retention_days * HOURS;
  const { archive_enabled: isArchived, archive_after_hours: afterHours } = behavior;
  const least = (limits: readonly (number | null)[]) => {
    const set = limits.filter((limit) => limit !== null);
    return set.length === 0 ? null : Math.max(0, Math.min(...set));
  };
  const inBytes = (hours: number | null) => (hours === null ? null : hours * bytesPerHour);
  const liveHours = least([isArchived ? afterHours : behavior.live_retention_hours, ceilingHours]);
  const live = { bytesPerHour, maxBytes: least([inBytes(liveHours), behavior.live_max_bytes]) };
  const archiveHours = least([behavior.archive_retention_hours, ceilingHours]);
  const archive = {
    bytesPerHour,
    maxBytes: least([
      inBytes(archiveHours === null ? null : archiveHours - (liveHours ?? 0)),
      behavior.archive_max_bytes,
    ]),
  };
  return [
    ...(behavior.live_storage_id === storageId && only !== 'archive' ? [live] : []),
    ...(isArchived && behavior.archive_storage_id === storageId && only !== 'live' ? [archive] : []),
  ];
}

export const floorPolicy = (policy: WireBehavior): FloorPolicy => ({
  liveStorageId: policy.live_storage_id,
  archiveEnabled: policy.archive_enabled,
  archiveStorageId: policy.archive_storage_id,
  minFreeBytes: policy.min_free_bytes,
});
