import { createPermits } from '@holdfast/kit';

/** Runs work on one storage. Must not be nested for the same storage: that can deadlock. */
export type StorageLimiter = <T>(root: string, work: () => Promise<T>) => Promise<T>;

/**
 * Limits the concurrent calls for each storage. A hanging disk then blocks a fixed number of threads, however many
 * cameras record to it, and leaves the others to working disks.
 */
export const createStorageLimiter = (count: number): StorageLimiter => {
  const permitsOf = new Map<string, ReturnType<typeof createPermits>>();
  return async (root, work) => {
    const permits = permitsOf.get(root) ?? createPermits(count);
    permitsOf.set(root, permits);
    const release = await permits.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
};
