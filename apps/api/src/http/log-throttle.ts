export type LogThrottle = () => { log: false } | { log: true; suppressed: number };

/** For lines that would repeat with every request: one per `everyMs`, with the number suppressed since the last. */
export function createLogThrottle(everyMs: number, nowMs: () => number = () => performance.now()): LogThrottle {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  let suppressed = 0;
  return () => {
    if (nowMs() - loggedAtMs < everyMs) {
      suppressed += 1;
      return { log: false };
    }
    const result = { log: true, suppressed } as const;
    loggedAtMs = nowMs();
    suppressed = 0;
    return result;
  };
}
