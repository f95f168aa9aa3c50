import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

export interface ProcessUse {
  /** Of the process and of all below it that have ended and were waited for. */
  cpuMs: number;
  /** Memory that is shared with others counts in part. */
  pssBytes: number;
}

export interface SeenProcess extends ProcessUse {
  pid: number;
  parentPid: number;
  command: string;
}

/** Every process of the machine, and what each has used so far. */
export const readProcesses = (): SeenProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));

/** What a process and everything below it has used so far. */
export function treeOf(all: readonly SeenProcess[], rootPid: number): ProcessUse {
  const children = Map.groupBy(all, ({ parentPid }) => parentPid);
  const use: ProcessUse = { cpuMs: 0, pssBytes: 0 };
  const pending = all.filter(({ pid }) => pid === rootPid);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    use.cpuMs += next.cpuMs;
    use.pssBytes += next.pssBytes;
    pending.push(...(children.get(next.pid) ?? []));
  }
  return use;
}

function readProcess(pid: number): SeenProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
    // The second field is the program's name in parentheses, which may hold blanks: count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
    return [{ pid, parentPid: fields[1] ?? 0, command, cpuMs: ticks * MS_PER_TICK, pssBytes: pssOf(pid) }];
  } catch {
    // It ended while we were reading.
    return [];
  }
}

function pssOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}
