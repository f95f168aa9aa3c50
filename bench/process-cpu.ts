import { readFileSync } from 'node:fs';

// The kernel counts in hundredths of a second on every platform that Node runs on.
const MS_PER_TICK = 10;

/** Processor time that a process has used, all its threads together. */
export function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The second field is the program's name in parentheses, which may hold blanks: count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
