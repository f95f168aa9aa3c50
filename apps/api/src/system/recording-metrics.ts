import { type Database, listNamedStreamStatus, listStorageStatuses, listStorages } from '@holdfast/db';
import { Gauge, type Registry } from 'prom-client';

/** The recorder's status rows as gauges. The returned function refreshes them; call it before printing. */
export function createRecordingMetrics(registry: Registry, { db }: { db: Database }): () => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Gauge({ name: `holdfast_${name}`, help, labelNames: [...labelNames], registers: [registry] });
  const ofStream = ['camera_id', 'camera', 'stream'] as const;
  const ofStorage = ['storage_id', 'storage'] as const;
  const recording = gauge('stream_recording', 'Whether the stream is being recorded', ofStream);
  const bitrate = gauge('stream_bitrate_bps', 'Bits a second that the camera sends', ofStream);
  const lag = gauge('stream_segment_lag_seconds', 'How far the index is behind the present', ofStream);
  const restarts = gauge('stream_restarts', 'Restarts of the recording since the recorder started', ofStream);
  const pending = gauge('storage_pending_bytes', 'Recorded but not yet safe on the disk', ofStorage);
  const free = gauge('storage_free_bytes', 'Free space', ofStorage);
  const total = gauge('storage_total_bytes', 'Size of the disk', ofStorage);
  const healthy = gauge('storage_ok', 'Whether the recorder can use the storage', ofStorage);
  const every = [recording, bitrate, lag, restarts, pending, free, total, healthy];

  return async () => {
    // The metrics of this process are useful even while the database is unavailable.
    const read = await Promise.all([listNamedStreamStatus(db), listStorages(db), listStorageStatuses(db)]).catch(
      () => undefined,
    );
    for (const one of every) one.reset();
    if (!read) return;
    const [streams, storages, statuses] = read;
    for (const row of streams) {
      const labels = { camera_id: row.cameraId, camera: row.name, stream: row.stream };
      recording.set(labels, row.state === 'recording' ? 1 : 0);
      restarts.set(labels, row.restarts);
      if (row.bitrateBps !== null) bitrate.set(labels, row.bitrateBps);
      if (row.segmentLagMs !== null) lag.set(labels, row.segmentLagMs / 1000);
    }
    for (const status of statuses) {
      const storage = storages.find(({ id }) => id === status.storageId);
      const labels = { storage_id: status.storageId, storage: storage?.name ?? '' };
      pending.set(labels, status.pendingBytes);
      healthy.set(labels, status.state === 'ok' ? 1 : 0);
      if (status.freeBytes !== null) free.set(labels, status.freeBytes);
      if (status.totalBytes !== null) total.set(labels, status.totalBytes);
    }
  };
}
