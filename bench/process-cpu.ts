import { readFileSync } from 'node:fs';

// The kernel counts in hundredths of a second on every platform that Node runs on.
const MS_PER_TICK = 10;

/** Processor time that a process has used, all its threads together; with its children, those that have ended. */
export function readCpuMs(pid: number, { withChildren = false } = {}): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The second field is the program's name in parentheses, which may hold blanks: count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, withChildren ? 15 : 13).map(Number);
  return ticks.reduce((sum, count) => sum + count, 0) * MS_PER_TICK;
}
