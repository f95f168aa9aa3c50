export interface FaultCounter {
  count(fault: string): void;
  /** Since the last time it was asked, for one log line a minute. */
  take(): Record<string, number>;
  /** Of the last two takes at most, for whoever looks for the reason of silence. */
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
