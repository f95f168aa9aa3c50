import {
  type Database,
  listMachineSamples,
  listStorageSamples,
  listStorageStatuses,
  listStorages,
  measureDatabase,
} from '@holdfast/db';
import { gridOf, HISTORY_RANGES, type HistoryRange } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { remembered } from '../caches/remembered.ts';
import { presentMachine, presentStorageHistory } from './present.ts';

/** Measuring reads the size of every file of the database. */
const DATABASE_SIZE_MS = 60_000;

export function createMachineHistory({ db, clock }: { db: Database; clock: Clock }) {
  const databaseBytes = remembered(DATABASE_SIZE_MS, clock, () => measureDatabase(db));
  return async (range: HistoryRange) => {
    const grid = gridOf(range, clock.now());
    const { stepSeconds } = HISTORY_RANGES[range];
    const asked = {
      stepSeconds,
      start: new Date(grid.startMs),
      end: new Date(grid.startMs + grid.slots * grid.slotMs),
    };
    const [machine, storageSamples, storages, statuses, bytes] = await Promise.all([
      listMachineSamples(db, asked),
      listStorageSamples(db, asked),
      listStorages(db),
      listStorageStatuses(db),
      databaseBytes(),
    ]);
    return {
      start: asked.start.toISOString(),
      slot_seconds: grid.slotMs / 1000,
      ...presentMachine(machine, grid),
      storages: storages.map(({ id, name }) => ({
        storage_id: id,
        name,
        total_bytes: statuses.find(({ storageId }) => storageId === id)?.totalBytes ?? null,
        free_bytes: presentStorageHistory(
          storageSamples.filter(({ storageId }) => storageId === id),
          grid,
        ),
      })),
      database_bytes: bytes,
    };
  };
}
