import { sleep } from '@holdfast/kit';

/** The answers to questions that are asked at a fixed pace. */
export interface Questions<T> {
  /** The next answer, in the order of the questions; rejects if it is missing. */
  next(): Promise<T>;
}

/**
 * Asks at a fixed pace, whether the question before was answered or not: each has its whole time limit, and a hub that hangs is
 * still noticed soon. At most one is asked before a caller waits for its answer.
 */
export function createQuestions<T>(
  ask: () => Promise<T>,
  { everyMs, firstInMs, signal }: { everyMs: number; firstInMs: number; signal: AbortSignal },
): Questions<T> {
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
