export interface FaultCounter {
  count(fault: string): void;
  /** Counts since the last call, for one log line a minute. */
  take(): Record<string, number>;
  /** Counts of the last two periods, to diagnose why there are no events. */
  recent(): Record<string, number>;
}

export function createFaultCounter(): FaultCounter {
  let now: Record<string, number> = {};
  let before: Record<string, number> = {};
  return {
    count(fault) {
      now[fault] = (now[fault] ?? 0) + 1;
    },
    take() {
      before = now;
      now = {};
      return before;
    },
    recent: () => ({ ...before, ...now }),
  };
}
