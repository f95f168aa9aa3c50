import { readFileSync } from 'node:fs';

/** Memory of a process, pages that it shares with others divided among them; 0 if it has ended. */
export function readPssBytes(pid: number): number {
  try {
    const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
}
