import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { backoffMs, ExitWith, exitCodes, type Logger, sleep, type Task } from '@holdfast/kit';

export interface ChildCommand {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** How long it may take to stop before it is killed. */
  readonly stopLimitMs: number;
  /** Can work while the database is unavailable. */
  readonly worksWithoutDatabase?: boolean;
  /** Extra settings for each start; `release` is called when the process has ended. */
  readonly prepare?: () => Promise<{ env: NodeJS.ProcessEnv; release: () => Promise<void> }>;
}

const healthyAfterMs = 60_000;
/** A child that requests a restart sooner has a fault, and is delayed like any other. */
const mayRestartAfterMs = 2_000;
const restartBackoff = { minMs: 1_000, maxMs: 30_000 };

const living = new Set<ChildProcess>();

/** For an immediate exit: none of our processes may survive. */
export const killAllChildren = (): void => {
  for (const child of living) killGroup(child);
};

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is empty already.
  }
};

/** Keeps one child running until the signal aborts, then stops it. A child that rejects its configuration is not restarted. */
export const superviseChild = (options: {
  command: ChildCommand;
  env: NodeJS.ProcessEnv;
  log: Logger;
  backoff?: { minMs: number; maxMs: number };
  restartAfterMs?: number;
}): Task => {
  const { command, env, log, backoff = restartBackoff, restartAfterMs = mayRestartAfterMs } = options;
  return {
    name: command.name,
    run: async (signal) => {
      let failures = 0;
      while (!signal.aborted) {
        const startedMs = performance.now();
        const exit = await runPrepared({ command, env, log, signal });
        if (signal.aborted) return;
        if (exit === exitCodes.badConfig)
          throw new ExitWith(
            exitCodes.badConfig,
            `${command.name} cannot run with this configuration; see the errors above.`,
          );
        const ranMs = performance.now() - startedMs;
        if (exit === exitCodes.restart && ranMs >= restartAfterMs) {
          log.info({ child: command.name }, 'restarting a process on request');
          continue;
        }
        if (ranMs > healthyAfterMs) failures = 0;
        const delayMs = backoffMs({ attempt: failures, ...backoff });
        failures += 1;
        log.error({ child: command.name, exit, restart_in_ms: delayMs }, 'process ended, restarting it');
        await sleep(delayMs, signal);
      }
    },
  };
};

interface ChildOptions {
  command: ChildCommand;
  env: NodeJS.ProcessEnv;
  log: Logger;
  signal: AbortSignal;
}

const runPrepared = async (options: ChildOptions): Promise<number | string> => {
  const { command, env, log, signal } = options;
  if (command.prepare === undefined) return runOnce(options);
  const prepared = await command.prepare().catch((err: unknown) => String(err));
  if (typeof prepared === 'string') return prepared;
  try {
    // Stopped meanwhile: a child that is started now would never be stopped.
    if (signal.aborted) return 'stopped';
    return await runOnce({ command, env: { ...env, ...prepared.env }, log, signal });
  } finally {
    await prepared
      .release()
      .catch((err: unknown) => log.error({ err, child: command.name }, 'could not clean up after a child'));
  }
};

const runOnce = async (options: ChildOptions): Promise<number | string> => {
  const { command, env, log, signal } = options;
  // Its own process group, so that Ctrl-C reaches it through us and in order; it notices our exit by the closed channel.
  const child = spawn(command.file, command.args, {
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  living.add(child);
  const stopped = new AbortController();
  const stop = async () => {
    child.kill('SIGTERM');
    await sleep(command.stopLimitMs, stopped.signal);
    if (stopped.signal.aborted) return;
    log.error({ child: command.name, limit_ms: command.stopLimitMs }, 'process did not stop in time, killing it');
    killGroup(child);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    log.debug({ child: command.name, child_pid: child.pid }, 'started child');
    const [code, killedBy] = await once(child, 'exit');
    return code ?? killedBy;
  } catch (err) {
    return String(err);
  } finally {
    signal.removeEventListener('abort', stop);
    stopped.abort();
    // Grandchildren of a crashed child would keep its cameras and files open.
    killGroup(child);
    living.delete(child);
  }
};
