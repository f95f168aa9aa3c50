import type { WireBehavior } from '@holdfast/contract';
import { type FloorPolicy, freeSpaceFloor, type KeepingFacts } from '@holdfast/domain';
import type { Policy, Status, StorageStats } from '../api/queries.ts';
import { DAYS, HOURS, hoursOn } from './week.ts';

interface Known {
  behavior: WireBehavior;
  /** Who would record by it. */
  cameraIds: readonly string[];
  /** Every policy as saved; the one that is edited stands aside for what is wanted. */
  policies: readonly Policy[];
  editedPolicyId: string | undefined;
  status: Status;
  stats: StorageStats;
}

export type KeepingOutlook =
  | { kind: 'unknown'; reason: 'noCameras' | 'off' | 'noBitrate' }
  | { kind: 'known'; facts: KeepingFacts; bitsPerSecond: number; cameras: number; uncounted: number };

/** What a plan of the footage to come is made from: the bitrates of now, the disks as they are, the limits as typed. */
export function keepingOutlook(known: Known): KeepingOutlook {
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

/** Of the streams that will be recorded; one that is not known yet counts for nothing. */
function bitrateOf(cameraId: string, wanted: WireBehavior['record_stream'], { cameras }: Status): number {
  const streams = cameras.find(({ camera_id }) => camera_id === cameraId)?.streams ?? [];
  return streams
    .filter(({ stream }) => wanted === 'both' || stream === wanted)
    .reduce((sum, { bitrate_bps }) => sum + (bitrate_bps ?? 0), 0);
}

/** What these cameras have on the disk already, and what is free above its floor. Null while the disk is unknown. */
function roomOn(storageId: string, tier: 'live' | 'archive', known: Known): number | null {
  const { behavior, cameraIds, policies, editedPolicyId, status, stats } = known;
  const storage = status.storages.find(({ storage_id }) => storage_id === storageId);
  if (!storage || storage.free_bytes === null || storage.total_bytes === null) return null;
  const others = policies.filter(({ id }) => id !== editedPolicyId);
  const floorBytes = freeSpaceFloor({
    storageId,
    totalBytes: storage.total_bytes,
    policies: [...others, behavior].map(floorPolicy),
  });
  const isThere = (id: string) => {
    const policy = policies.find(({ members }) => members.some((member) => member.id === id));
    return storageId === (tier === 'live' ? policy?.live_storage_id : policy?.archive_storage_id);
  };
  const heldBytes = stats.cameras
    .filter(({ camera_id }) => cameraIds.includes(camera_id) && isThere(camera_id))
    .reduce((sum, camera) => sum + (tier === 'live' ? camera.live_bytes : camera.archive_bytes), 0);
  return Math.max(0, heldBytes + storage.free_bytes - floorBytes);
}

const floorPolicy = (policy: WireBehavior): FloorPolicy => ({
  liveStorageId: policy.live_storage_id,
  archiveEnabled: policy.archive_enabled,
  archiveStorageId: policy.archive_storage_id,
  minFreeBytes: policy.min_free_bytes,
});
