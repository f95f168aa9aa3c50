/** The longest that a timer can wait: 24 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Lets one task sleep until there is something to do. */
export interface WakeUp {
  /** While no task sleeps, the wake-up is kept for the next sleep, so nothing that happens in between is missed. */
  wake(): void;
  /** Resolves when woken, after `limitMs`, or when the signal aborts. */
  sleep(limitMs: number, signal: AbortSignal): Promise<void>;
}

export function createWakeUp(): WakeUp {
  let awaken: () => void = () => {};
  let woken = false;
  return {
    wake: () => {
      woken = true;
      awaken();
    },
    sleep: (limitMs, signal) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', finish);
          awaken = () => {};
          woken = false;
          resolve();
        };
        const timer = setTimeout(finish, limitMs);
        signal.addEventListener('abort', finish, { once: true });
        awaken = finish;
        if (woken || signal.aborted) finish();
      }),
  };
}
