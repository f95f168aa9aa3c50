import { constants } from 'node:os';
import type { Logger } from '../log/logger.ts';
import { ExitWith } from './exit-with.ts';
import { releaseStartupMemory } from './release-startup-memory.ts';
import type { Task } from './task.ts';

export type Closer = () => unknown;

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

// A terminal's Ctrl-C reaches the process directly and again through its parents: that is one request to stop, not two.
const sameRequestMs = 300;

/**
 * Runs the tasks until a signal, the parent's death or a task's failure, then stops them, runs the closers last to first and
 * exits. A second signal exits at once; past the hard limit the process exits and logs which tasks hung.
 */
export const runUntilSignal = async (options: {
  log: Logger;
  tasks: readonly Task[];
  closers?: readonly Closer[];
  hardLimitMs: number;
}): Promise<never> => {
  const { log, tasks, closers = [], hardLimitMs } = options;
  const controller = new AbortController();
  const unfinished = new Set<string>();
  let exitCode = 0;
  // After the sentence of an ExitWith nothing more is printed.
  let level: 'info' | 'debug' = 'info';
  let firstSignalAtMs: number | undefined;

  const beginStop = (reason: string) => {
    if (controller.signal.aborted) return;
    log[level]({ reason }, 'stopping');
    setTimeout(() => {
      log.fatal({ hung: [...unfinished], limit_ms: hardLimitMs }, 'did not stop in time');
      process.exit(1);
    }, hardLimitMs).unref();
    controller.abort();
  };

  for (const signal of stopSignals) {
    process.on(signal, () => {
      const nowMs = performance.now();
      if (firstSignalAtMs !== undefined) {
        if (nowMs - firstSignalAtMs < sameRequestMs) return;
        log.warn({ signal, hung: [...unfinished] }, 'second signal, exiting at once');
        process.exit(128 + constants.signals[signal]);
      }
      firstSignalAtMs = nowMs;
      beginStop(signal);
    });
  }
  // A child of a supervisor that was killed must not live on as an orphan.
  if (process.channel) process.once('disconnect', () => beginStop('parent gone'));

  const runOne = async (task: Task) => {
    unfinished.add(task.name);
    try {
      await task.run(controller.signal);
    } catch (err) {
      if (err instanceof ExitWith) {
        process.stderr.write(`${err.message}\n`);
        exitCode ||= err.exitCode;
        level = 'debug';
      } else if (!controller.signal.aborted || !isAbort(err)) {
        log.fatal({ err, task: task.name }, 'task failed');
        exitCode ||= 1;
      }
      beginStop(`task ${task.name} failed`);
    } finally {
      unfinished.delete(task.name);
    }
  };
  // Keeps the event loop alive while a task waits on an unreferenced handle.
  const holdOpen = setInterval(() => {}, 1 << 30);
  releaseStartupMemory();
  await Promise.all(tasks.map(runOne));
  beginStop('all tasks ended');

  for (const [index, close] of [...closers.entries()].reverse()) {
    const name = `closer ${close.name || index + 1}`;
    unfinished.add(name);
    try {
      await close();
    } catch (err) {
      log.error({ err, closer: name }, 'closer failed');
      exitCode ||= 1;
    }
    unfinished.delete(name);
  }
  clearInterval(holdOpen);
  log[level]({ exit_code: exitCode }, 'stopped');
  process.exit(exitCode);
};

const isAbort = (err: unknown) => err instanceof Error && err.name === 'AbortError';
