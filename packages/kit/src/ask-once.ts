import { TookTooLong, withTimeLimit } from './time-limit.ts';

/**
 * Asks what may never answer, such as a disk of a dead network share. A call that hangs holds one of a few threads, and
 * a second one would take the threads from healthy disks: so nobody asks again while the first call is under way. Who
 * comes meanwhile waits for the same answer, as long as there is hope for it, and then gets TookTooLong at once.
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
