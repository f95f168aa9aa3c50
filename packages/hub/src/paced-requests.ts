import { sleep } from '@holdfast/kit';

/** The answers to requests that are sent at a fixed pace. */
export interface PacedRequests<T> {
  /** The next answer, in the order of the requests; rejects if it is missing. */
  next(): Promise<T>;
}

/**
 * Sends requests at a fixed pace, whether the previous one was answered or not: each has its whole time limit, and a
 * hub that hangs is still noticed soon. At most one is sent before a caller waits for its answer.
 */
export function createPacedRequests<T>(
  ask: () => Promise<T>,
  { everyMs, firstInMs, signal }: { everyMs: number; firstInMs: number; signal: AbortSignal },
): PacedRequests<T> {
  let dueMs = performance.now() + firstInMs;
  let early: Promise<T> | undefined;
  const leftMs = () => Math.max(0, dueMs - performance.now());
  const send = () => {
    dueMs = performance.now() + everyMs;
    return ask();
  };

  return {
    async next() {
      let asked = early;
      early = undefined;
      if (!asked) {
        await sleep(leftMs(), signal);
        signal.throwIfAborted();
        asked = send();
      }
      const timer = setTimeout(() => {
        early = send();
        // The next caller gets the failure.
        early.catch(() => undefined);
      }, leftMs());
      try {
        return await asked;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
