import { sleep } from '@holdfast/kit';
import { isAlive, type Postmaster, readPostmaster, worksIn } from './postmaster.ts';

/** The running server of this data folder, once it is ready; undefined when there is none, or when it exits in the meantime. */
export const findLivingServer = async (cluster: string): Promise<Postmaster | undefined> => {
  for (;;) {
    const seen = await readPostmaster(cluster);
    if (seen === undefined || !(await isServer(seen.pid, cluster))) return undefined;
    if (seen.status === 'ready') return seen;
    await sleep(50);
  }
};

const isServer = async (pid: number, cluster: string) => isAlive(pid) && (await worksIn(pid, cluster));

/** An adopted server is not our child, so its exit must be polled. */
export const watchForExit = (pid: number, cluster: string): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(async () => {
      if (await isServer(pid, cluster)) return;
      clearInterval(timer);
      resolve();
    }, 100);
    timer.unref();
  });
