import type { Routes } from '@holdfast/contract';
import {
  type Database,
  findHeartbeat,
  listFootageSizes,
  listStorageStatuses,
  listStorages,
  listVisibleCameras,
  listVisibleMotionSources,
  listVisibleStreamStatus,
  readHubStatus,
} from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { presentHubHealth, presentMotionSource, presentRecorder, presentStorage, presentStream } from './present.ts';
import type { ReadProtectedSpace } from './protected-space.ts';
import { sumFootage } from './sum-footage.ts';

export function statusHandlers({
  db,
  clock,
  protectedSpace,
}: {
  db: Database;
  clock: Clock;
  protectedSpace: ReadProtectedSpace;
}): Handlers<Routes['status']> {
  return {
    get: async ({ caller: { userId, capabilities } }) => {
      const [heartbeat, cameras, streams, storages, storageStatuses, sources, hub] = await Promise.all([
        findHeartbeat(db, 'recorder'),
        listVisibleCameras(db, userId),
        listVisibleStreamStatus(db, userId),
        listStorages(db),
        listStorageStatuses(db),
        listVisibleMotionSources(db, userId),
        readHubStatus(db),
      ]);
      const recorder = presentRecorder(heartbeat, clock.now());
      const { alive } = recorder;
      const isAdmin = holds(capabilities, 'admin');
      return {
        recorder,
        hub: presentHubHealth(hub, { alive, isAdmin }),
        cameras: cameras.map(({ id, name, enabled }) => ({
          camera_id: id,
          name,
          enabled,
          streams: streams
            .filter(({ cameraId }) => cameraId === id)
            .map((stream) => presentStream(stream, { alive, isAdmin })),
          motion_sources: sources
            .filter(({ cameraId }) => cameraId === id)
            .map((source) => presentMotionSource(source, { alive, isAdmin })),
        })),
        storages: storages.map((storage) =>
          presentStorage(
            storage,
            storageStatuses.find(({ storageId }) => storageId === storage.id),
            alive,
          ),
        ),
      };
    },

    storageStats: async ({ caller: { userId, capabilities } }) => {
      const isAdmin = holds(capabilities, 'admin');
      const { storages, ...sums } = sumFootage(await listFootageSizes(db, { userId, isAdmin }));
      const spaces = isAdmin ? await protectedSpace() : [];
      return {
        ...sums,
        storages: storages.map((storage) => {
          const space = spaces.find(({ storageId }) => storageId === storage.storage_id);
          return {
            ...storage,
            protected_bytes: space?.protectedBytes ?? null,
            budget_bytes: space?.budgetBytes ?? null,
          };
        }),
      };
    },
  };
}
