import { forecastStorage, freeSpaceFloor, type StorageForecast } from '@holdfast/domain';
import type { Policy, Status, StorageStats } from '../../api/queries.ts';
import { diskUsers, floorPolicy } from '../../policies/retention-outlook.ts';

interface Known {
  storage: Status['storages'][number];
  status: Status;
  stats: StorageStats;
  policies: readonly Policy[];
}

/** The forecast of a storage, from the current bitrates and the limits of all policies; undefined while its disk is unknown. */
export function storageOutlook({ storage, status, stats, policies }: Known): StorageForecast | undefined {
  const { storage_id: storageId, free_bytes, total_bytes } = storage;
  if (free_bytes === null || total_bytes === null) return undefined;
  const floorBytes = freeSpaceFloor({ storageId, totalBytes: total_bytes, policies: policies.map(floorPolicy) });
  return forecastStorage({
    freeBytes: free_bytes - floorBytes,
    heldBytes: stats.storages.find((one) => one.storage_id === storageId)?.bytes ?? 0,
    users: policies.flatMap((policy) =>
      diskUsers(
        policy,
        policy.members.map(({ id }) => id),
        storageId,
        status,
      ),
    ),
  });
}
