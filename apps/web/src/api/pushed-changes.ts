import type { Change } from '@holdfast/contract';

const listeners = new Set<(change: Change) => void>();

/** Changes that the server pushes, for stores outside the query cache. */
export const pushedChanges = {
  listen(listener: (change: Change) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  pass(change: Change): void {
    for (const listener of listeners) listener(change);
  },
};
