import { TookTooLong, withTimeLimit } from './time-limit.ts';

/**
 * For calls that may never return, such as those to a disk of a dead network share. A hanging call holds one of a few threads,
 * and a second one would take threads from healthy disks: so there is at most one call per key. Callers in the meantime share
 * its result until the time limit, and after that get TookTooLong at once.
 */
export const askOnce = <T>(limitMs: number) => {
  const underWay = new Map<string, { answer: Promise<T>; sinceMs: number }>();

  const begin = (key: string, ask: () => Promise<T>) => {
    const answer = Promise.resolve()
      .then(ask)
      .finally(() => underWay.delete(key));
    const begun = { answer, sinceMs: performance.now() };
    underWay.set(key, begun);
    return begun;
  };

  return async (key: string, ask: () => Promise<T>): Promise<T> => {
    const { answer, sinceMs } = underWay.get(key) ?? begin(key, ask);
    const leftMs = limitMs - (performance.now() - sinceMs);
    if (leftMs <= 0) throw new TookTooLong(`still no answer after ${limitMs} ms`);
    return withTimeLimit(answer, leftMs);
  };
};
