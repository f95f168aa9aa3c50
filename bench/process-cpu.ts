import { readFileSync } from 'node:fs';

// The kernel counts in hundredths of a second on every platform that Node runs on.
const MS_PER_TICK = 10;
const PAGE_BYTES = 4096;

export interface ProcessUse {
  pid: number;
  parentPid: number;
  /** All threads together. */
  ownCpuMs: number;
  /** Of its descendants that have ended. */
  endedChildrenCpuMs: number;
  rssBytes: number;
}

/** CPU time of a process so far; undefined if it has ended. */
export function readProcessUse(pid: number): ProcessUse | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The second field is the program's name in parentheses, which may contain blanks: count from its end.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parentPid = 0, user = 0, system = 0, childrenUser = 0, childrenSystem = 0, pages = 0] = [
    1, 11, 12, 13, 14, 21,
  ].map((index) => fields[index]);
  return {
    pid,
    parentPid,
    ownCpuMs: (user + system) * MS_PER_TICK,
    endedChildrenCpuMs: (childrenUser + childrenSystem) * MS_PER_TICK,
    rssBytes: pages * PAGE_BYTES,
  };
}

/** CPU time of the children of this process that have ended. */
export const endedChildrenCpuMs = (): number => readProcessUse(process.pid)?.endedChildrenCpuMs ?? 0;
