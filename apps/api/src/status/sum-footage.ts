import type { FootageSize } from '@holdfast/db';

interface Sum {
  segments: number;
  bytes: number;
  live_bytes: number;
  archive_bytes: number;
}

const add = (sum: Sum | undefined, { tier, segments, bytes }: FootageSize): Sum => ({
  segments: (sum?.segments ?? 0) + segments,
  bytes: (sum?.bytes ?? 0) + bytes,
  live_bytes: (sum?.live_bytes ?? 0) + (tier === 'live' ? bytes : 0),
  archive_bytes: (sum?.archive_bytes ?? 0) + (tier === 'archive' ? bytes : 0),
});

/** The counters summed by each of their dimensions. */
export function sumFootage(sizes: readonly FootageSize[]) {
  const by = <Head extends object>(head: (size: FootageSize) => readonly [id: string, Head]) => {
    const sums = new Map<string, Head & Sum>();
    for (const size of sizes) {
      const [id, named] = head(size);
      sums.set(id, { ...named, ...add(sums.get(id), size) });
    }
    return [...sums.values()];
  };
  return {
    cameras: by(({ cameraId, cameraName, removedAt }) => [
      cameraId,
      { camera_id: cameraId, name: cameraName, removed: removedAt !== null },
    ]),
    policies: by(({ policyId, policyName, liveMaxBytes, archiveMaxBytes }) => [
      policyId,
      { policy_id: policyId, name: policyName, live_max_bytes: liveMaxBytes, archive_max_bytes: archiveMaxBytes },
    ]),
    storages: by(({ storageId, storageName }) => [storageId, { storage_id: storageId, name: storageName }]),
  };
}
