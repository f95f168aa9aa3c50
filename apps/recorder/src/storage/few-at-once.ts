import { createPermits } from '@holdfast/kit';

/** Work on one storage. Never within other work on the same one: both would wait for each other. */
export type FewAtOnce = <T>(root: string, work: () => Promise<T>) => Promise<T>;

/**
 * So many calls at once on each storage. One that hangs then holds so many threads and no more, however many cameras
 * record to it, and leaves the others to the healthy disks.
 */
export const fewAtOnce = (count: number): FewAtOnce => {
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
