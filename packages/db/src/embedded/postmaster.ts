import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '@holdfast/kit';

/** The facts that a running server writes about itself into its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: string;
}

export const readPostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[4] ?? '', status: lines[7]?.trim() ?? '' };
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * A server and all its backends have their data folder as working directory: that distinguishes them from a process that got a
 * reused pid.
 */
export const worksIn = async (pid: number, cluster: string): Promise<boolean> =>
  (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster;

const processesIn = async (cluster: string): Promise<number[]> => {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid) && pid > 0);
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, cluster)) ? pid : undefined)));
  return found.filter((pid) => pid !== undefined);
};

/**
 * Frees a data folder after its server was killed: the backends notice within moments that they are orphans, and a pid file
 * whose pid was reused would make the new server refuse to start.
 */
export const clearDeadServer = async (cluster: string, limitMs: number): Promise<boolean> => {
  const deadlineMs = performance.now() + limitMs;
  while ((await processesIn(cluster)).length > 0) {
    if (performance.now() > deadlineMs) return false;
    await sleep(50);
  }
  const stale = await readPostmaster(cluster);
  if (stale === undefined || !isAlive(stale.pid)) return true;
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  if (stale.socketFolder !== '') await rm(join(stale.socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  return true;
};
