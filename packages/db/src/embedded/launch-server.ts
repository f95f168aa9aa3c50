import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { backoffMs, type Logger, sleep } from '@holdfast/kit';
import { EmbeddedPostgresRefused } from './embedded-postgres-refused.ts';
import { logTail, openLog } from './log-file.ts';
import { clearDeadServer, readPostmaster } from './postmaster.ts';
import { type RunAs, serverEnv } from './server-user.ts';

// Recovery after a power cut replays at most a few gigabytes; on a slow disk that takes minutes.
const readyLimitMs = 10 * 60_000;
const tries = 5;

export interface LaunchedServer {
  readonly pid: number;
  readonly exited: Promise<void>;
}

/** Starts the server and waits until it accepts connections. Just after a kill the folder may take a moment to become free. */
export const launchServer = async (options: {
  postgres: string;
  settings: readonly string[];
  cluster: string;
  logPath: string;
  runAs: RunAs;
  log: Logger;
}): Promise<LaunchedServer> => {
  const { cluster, logPath, log } = options;
  let output = '';
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await sleep(backoffMs({ attempt: attempt - 1, minMs: 250, maxMs: 2_000 }));
    if (!(await clearDeadServer(cluster, 20_000)))
      throw new EmbeddedPostgresRefused(`Processes of an earlier PostgreSQL still work in ${cluster} and do not end.`);
    const logStartsAt = await stat(logPath).then(
      ({ size }) => size,
      () => 0,
    );
    const child = await spawnServer(options);
    if (child.pid !== undefined && (await becomesReady(child, { cluster, pid: child.pid, log })))
      return { pid: child.pid, exited: exitOf(child) };
    output = await logTail(logPath, logStartsAt);
    log.warn({ attempt: attempt + 1, output }, 'PostgreSQL did not start');
  }
  throw new EmbeddedPostgresRefused(`PostgreSQL does not start in ${cluster}: ${output || 'no output'}`);
};

const spawnServer = async (options: {
  postgres: string;
  settings: readonly string[];
  cluster: string;
  logPath: string;
  runAs: RunAs;
}): Promise<ChildProcess> => {
  const { file, args, ids } = options.runAs.command(options.postgres, ['-D', options.cluster, ...options.settings]);
  const logFile = await openLog(options.logPath);
  try {
    // Its own process group: Ctrl-C in the terminal must not stop the database before its users.
    const child = spawn(file, args, {
      ...ids,
      cwd: options.cluster,
      env: serverEnv,
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    await logFile.close();
  }
};

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const exitOf = async (child: ChildProcess): Promise<void> => {
  if (!hasExited(child)) await once(child, 'exit');
};

const becomesReady = async (child: ChildProcess, options: { cluster: string; pid: number; log: Logger }) => {
  const startedMs = performance.now();
  let nextNoteMs = startedMs + 5_000;
  while (!hasExited(child)) {
    const seen = await readPostmaster(options.cluster);
    if (seen?.pid === options.pid && seen.status === 'ready') return true;
    const nowMs = performance.now();
    if (nowMs > nextNoteMs) {
      options.log.info(
        { waited_ms: Math.round(nowMs - startedMs) },
        'PostgreSQL is still starting, perhaps recovering',
      );
      nextNoteMs = nowMs + 10_000;
    }
    if (nowMs - startedMs > readyLimitMs) {
      child.kill('SIGQUIT');
      await exitOf(child);
      return false;
    }
    await sleep(20);
  }
  return false;
};
