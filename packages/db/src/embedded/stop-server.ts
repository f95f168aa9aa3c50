import { type Logger, sleep } from '@holdfast/kit';

// PostgreSQL's own meanings: SIGINT rolls back and stops cleanly, SIGQUIT stops without a checkpoint and recovers at the next start.
const steps = [
  { signal: 'SIGINT', waitMs: 30_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 10_000 },
] as const;

export const stopServer = async (options: { pid: number; exited: Promise<void>; log: Logger }): Promise<void> => {
  let gone = false;
  const exited = options.exited.then(() => {
    gone = true;
  });
  for (const [index, { signal, waitMs }] of steps.entries()) {
    // A server that already exited must not be signalled: its pid may have been reused.
    await new Promise(setImmediate);
    if (gone) return;
    if (index > 0) options.log.warn({ server_pid: options.pid, signal }, 'PostgreSQL is slow to stop');
    try {
      process.kill(options.pid, signal);
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code !== 'ESRCH') throw err;
    }
    const waiting = new AbortController();
    await Promise.race([exited, sleep(waitMs, waiting.signal)]);
    waiting.abort();
    if (gone) return;
  }
  throw new Error(`PostgreSQL (process ${options.pid}) did not stop`);
};
