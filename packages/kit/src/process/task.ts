import type { Logger } from '../log/logger.ts';
import { backoffMs } from '../time/backoff.ts';
import { sleep } from '../time/sleep.ts';
import { createWakeUp, LONGEST_TIMER_MS, type WakeUp } from '../time/wake-up.ts';
import { SHARED_STEP_MS, toWholeSecond } from '../time/whole-second.ts';

/** Work with an owner and an end: `run` settles soon after the signal aborts. */
export interface Task {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Tasks that start together would also run together from then on, and each would need a connection to the database of its own.
 * So the first wait of a task is shorter, by an amount that depends on its name.
 */
function firstShareOf(name: string): number {
  let hash = 0;
  // By the golden ratio: names that differ in their last letter get far apart.
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x9e3779b1);
  return 0.25 + (0.75 * (hash >>> 0)) / 2 ** 32;
}

/**
 * Runs `work` at once and then every `interval` milliseconds after it ended, so rounds never overlap; an error is logged and delays the
 * next round.
 */
export const every = (
  name: string,
  /** A function where it depends on whether there is anything to watch. */
  interval: number | (() => number),
  work: (signal: AbortSignal) => Promise<unknown> | unknown,
  options: {
    log: Logger;
    maxBackoffMs?: number;
    /** Ends the wait for the next round early, but not the wait after an error. */
    wakeUp?: WakeUp;
    /** It needs no connection while nothing happens, so it may run together with all others of this kind. */
    isLight?: boolean;
  },
): Task => ({
  name,
  run: async (signal) => {
    const intervalMs = typeof interval === 'function' ? interval : () => interval;
    let failures = 0;
    const stepMs = options.isLight ? SHARED_STEP_MS : undefined;
    let waitShare = firstShareOf(name);
    while (!signal.aborted) {
      try {
        await work(signal);
        failures = 0;
        const pauseMs = toWholeSecond(waitShare * intervalMs(), performance.now(), stepMs);
        await (options.wakeUp ? options.wakeUp.sleep(pauseMs, signal) : sleep(pauseMs, signal));
        waitShare = 1;
      } catch (err) {
        if (signal.aborted) return;
        const minMs = intervalMs();
        const maxMs = Math.max(minMs, options.maxBackoffMs ?? 60_000);
        const delayMs = backoffMs({ attempt: failures, minMs, maxMs });
        failures += 1;
        options.log.error({ err, task: name, failures, retry_in_ms: delayMs }, 'task failed, will run again');
        await sleep(delayMs, signal);
      }
    }
  },
});

export interface RequestedTask {
  /** Requests a round. */
  request(): void;
  task: Task;
}

/**
 * Runs `work` `delayMs` after it was requested, so that requests of this time share one round; nothing runs while nothing is
 * requested. An error is logged and the work done again later.
 */
export function onRequest(
  name: string,
  delayMs: number,
  work: (signal: AbortSignal) => Promise<unknown> | unknown,
  options: { log: Logger; maxBackoffMs?: number },
): RequestedTask {
  const wakeUp = createWakeUp();
  let isRequested = false;
  const run = async (signal: AbortSignal) => {
    for (let failures = 0; !signal.aborted; ) {
      if (failures === 0) while (!isRequested && !signal.aborted) await wakeUp.sleep(LONGEST_TIMER_MS, signal);
      await sleep(backoffMs({ attempt: failures, minMs: delayMs, maxMs: options.maxBackoffMs ?? 60_000 }), signal);
      if (signal.aborted) return;
      isRequested = false;
      try {
        await work(signal);
        failures = 0;
      } catch (err) {
        failures += 1;
        if (!signal.aborted) options.log.error({ err, task: name, failures }, 'task failed, will run again');
      }
    }
  };
  const request = () => {
    isRequested = true;
    wakeUp.wake();
  };
  return { request, task: { name, run } };
}
