import { readdir, readFile } from 'node:fs/promises';
import type { RunningRecorder } from './installation.ts';

export interface RecorderChild {
  pid: number;
  arguments: string[];
  environment: string[];
}

/** The children of one recorder, from the kernel's own list: tests poll this, and reading every process costs too much. */
export async function childrenOf(recorder: RunningRecorder): Promise<RecorderChild[]> {
  const { pid } = recorder.process;
  const textOf = (path: string) => readFile(`/proc/${path}`, 'utf8').catch(() => '');
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const started = await Promise.all(threads.map((thread) => textOf(`${pid}/task/${thread}/children`)));
  const own = await textOf(`${pid}/cmdline`);
  const found = await Promise.all(
    started
      .flatMap((pids) => pids.split(' ').filter(Boolean))
      .map(async (child): Promise<RecorderChild[]> => {
        const commandLine = await textOf(`${child}/cmdline`);
        // Before it runs its program, a new process is a copy of the recorder, environment included.
        if (commandLine === own) return [];
        const environment = (await textOf(`${child}/environ`)).split('\0').filter(Boolean);
        return commandLine === '' ? [] : [{ pid: Number(child), arguments: commandLine.split('\0'), environment }];
      }),
  );
  return found.flat();
}
