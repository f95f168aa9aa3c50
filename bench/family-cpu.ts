import { readdirSync, readFileSync } from 'node:fs';
import { readCpuMs } from './process-cpu.ts';

const parentOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** Processor time of these processes and their children: what a PostgreSQL with all its connections has used. */
export function readFamilyCpuMs(parents: readonly number[]): number {
  let totalMs = 0;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      if (parents.includes(pid) || parents.includes(parentOf(pid))) totalMs += readCpuMs(pid);
    } catch {
      // It ended while we looked.
    }
  }
  return totalMs;
}
