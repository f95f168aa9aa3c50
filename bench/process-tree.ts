import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;
const PAGE_BYTES = 4096;

export interface TreeUse {
  /** Of the process and all below it, those that ended included as far as they were waited for. */
  cpuMs: number;
  /** Of the process alone. */
  ownCpuMs: number;
  rssBytes: number;
}

/** What a process and everything it started has used so far. */
export function readTreeUse(rootPid: number): TreeUse {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)));
  const children = Map.groupBy(all, ({ parentPid }) => parentPid);
  const use: TreeUse = { cpuMs: 0, ownCpuMs: 0, rssBytes: 0 };
  const pending = all.filter(({ pid }) => pid === rootPid);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    use.cpuMs += next.cpuMs;
    if (next.pid === rootPid) use.ownCpuMs = next.ownCpuMs;
    use.rssBytes += next.rssBytes;
    pending.push(...(children.get(next.pid) ?? []));
  }
  return use;
}

function readStat(
  pid: number,
): { pid: number; parentPid: number; cpuMs: number; ownCpuMs: number; rssBytes: number }[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // It ended while we were reading.
    return [];
  }
  // The second field is the program's name in parentheses, which may hold blanks: count from its end.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parentPid = 0, user = 0, system = 0, childrenUser = 0, childrenSystem = 0, pages = 0] = [
    1, 11, 12, 13, 14, 21,
  ].map((index) => fields[index]);
  return [
    {
      pid,
      parentPid,
      cpuMs: (user + system + childrenUser + childrenSystem) * MS_PER_TICK,
      ownCpuMs: (user + system) * MS_PER_TICK,
      rssBytes: pages * PAGE_BYTES,
    },
  ];
}
