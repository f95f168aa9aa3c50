import { stat } from 'node:fs/promises';
import { type FolderLock, lockFolder } from '@holdfast/kit';

export interface StorageLocks {
  /** Throws FolderInUse if another recorder uses this storage. Does nothing if the disk is locked already. */
  hold(root: string): Promise<void>;
  releaseAll(): Promise<void>;
}

/** One lock for each disk, taken when it is first used: the folder below an unmounted disk is a different one. */
export function createStorageLocks(): StorageLocks {
  const held = new Map<string, Promise<FolderLock>>();
  return {
    async hold(root) {
      const { dev, ino } = await stat(root, { bigint: true });
      const key = `${dev}-${ino}`;
      const taking = held.get(key) ?? lockFolder(root, 'holdfast-storage');
      held.set(key, taking);
      try {
        await taking;
      } catch (err) {
        held.delete(key);
        throw err;
      }
    },
    async releaseAll() {
      const taken = [...held.values()];
      held.clear();
      await Promise.allSettled(taken.map(async (taking) => (await taking).release()));
    },
  };
}
