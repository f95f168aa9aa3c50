import { readdir, readFile } from 'node:fs/promises';
import type { RunningRecorder } from './installation.ts';

export interface RecorderChild {
  pid: number;
  arguments: string[];
  environment: string[];
}

/** The children of one recorder. */
export async function childrenOf(recorder: RunningRecorder): Promise<RecorderChild[]> {
  const commandLineOf = (pid: number | string) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const own = await commandLineOf(recorder.process.pid ?? 0);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid): Promise<RecorderChild[]> => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      if (Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) !== recorder.process.pid) return [];
      const commandLine = await commandLineOf(pid);
      // Before it runs its program, a new process is a copy of the recorder, environment included.
      if (commandLine === own) return [];
      const environment = (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0').filter(Boolean);
      return commandLine === '' ? [] : [{ pid: Number(pid), arguments: commandLine.split('\0'), environment }];
    }),
  );
  return found.flat();
}
