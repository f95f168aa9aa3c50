const GIB = 1024 ** 3;

/** Kept free by default: a completely full disk stops the recording. */
export const defaultFloorBytes = (totalBytes: number): number => Math.min(2 * GIB, Math.floor(totalBytes / 20));

export interface FloorPolicy {
  liveStorageId: string;
  archiveEnabled: boolean;
  archiveStorageId: string | null;
  minFreeBytes: number | null;
}

/** The highest floor of the policies that use a storage. */
export function freeSpaceFloor({
  storageId,
  totalBytes,
  policies,
}: {
  storageId: string;
  totalBytes: number;
  policies: readonly FloorPolicy[];
}): number {
  const asked = policies
    .filter((one) => one.liveStorageId === storageId || (one.archiveEnabled && one.archiveStorageId === storageId))
    .map(({ minFreeBytes }) => minFreeBytes)
    .filter((bytes) => bytes !== null);
  return asked.length > 0 ? Math.max(...asked) : defaultFloorBytes(totalBytes);
}
