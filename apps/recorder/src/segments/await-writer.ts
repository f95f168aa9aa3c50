import { readdir, readlink } from 'node:fs/promises';
import { sleep } from '@holdfast/kit';

const STEP_MS = 50;

/**
 * A child outlives a recorder that was killed, for the moment it takes to notice and to finish its file. Waits for that;
 * one that does not end is ended, because nobody reads from its cameras through it any more.
 */
export async function awaitWriter(run: string, { waitMs }: { waitMs: number }): Promise<void> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += STEP_MS) {
    if ((await writersIn(run)).length === 0) return;
    await sleep(STEP_MS);
  }
  for (const pid of await writersIn(run)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
  await sleep(STEP_MS);
}

/** A run's directory is the working directory of its child and of nothing else. */
async function writersIn(run: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) === run ? [Number(pid)] : [])),
  );
  return found.flat();
}
