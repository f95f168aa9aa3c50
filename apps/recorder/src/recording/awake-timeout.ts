/** A timer that fires this much too late fired in a process that was frozen. */
const FROZEN_MS = 2_000;

/**
 * A timeout that does not count time in which the process was frozen: after that it begins again. Returns a function
 * that cancels it.
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
