import { readdir, readFile, readlink } from 'node:fs/promises';
import type { RunningRecorder } from './recorder-house.ts';

export interface RecordingChild {
  pid: number;
  cwd: string;
  arguments: string[];
  environment: string[];
}

/** The recording children of one recorder. */
export async function childrenOf(recorder: RunningRecorder): Promise<RecordingChild[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid): Promise<RecordingChild[]> => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      if (Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) !== recorder.process.pid) return [];
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const environment = (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0').filter(Boolean);
      return cwd.includes('.spool') ? [{ pid: Number(pid), cwd, arguments: commandLine.split('\0'), environment }] : [];
    }),
  );
  return found.flat();
}

/** Whoever works in a folder below this one. */
export async function childrenWritingTo(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return cwd.startsWith(folder) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}
