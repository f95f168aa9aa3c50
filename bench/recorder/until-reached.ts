import { setTimeout as pause } from 'node:timers/promises';

const START_LIMIT_MS = 120_000;

export async function untilReached(what: string, isReached: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error(`${what} did not begin in time`);
    await pause(250);
  }
}
