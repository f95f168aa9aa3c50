/** A timer that fires this much too late fired in a process that was frozen. */
const FROZEN_MS = 2_000;

/**
 * Calls back after a time in which the process could work: after it was frozen, what it waits for gets the whole time again.
 * Returns how to cancel it.
 */
export function awakeTimeout(
  callback: () => void,
  ms: number,
  nowMs: () => number = () => performance.now(),
): () => void {
  let timer: NodeJS.Timeout;
  const start = () => {
    const dueMs = nowMs() + ms;
    timer = setTimeout(() => (nowMs() - dueMs > FROZEN_MS ? start() : callback()), ms);
  };
  start();
  return () => clearTimeout(timer);
}
