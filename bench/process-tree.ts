import { readdirSync } from 'node:fs';
import { readProcessUse } from './process-cpu.ts';

export interface TreeUse {
  /** Of the process and its descendants, including ended ones that were waited for. */
  cpuMs: number;
  /** Of the process only. */
  ownCpuMs: number;
  rssBytes: number;
}

/** CPU time of a process and its descendants so far. */
export function readTreeUse(rootPid: number): TreeUse {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcessUse(Number(name)) ?? []);
  const children = Map.groupBy(all, ({ parentPid }) => parentPid);
  const use: TreeUse = { cpuMs: 0, ownCpuMs: 0, rssBytes: 0 };
  const pending = all.filter(({ pid }) => pid === rootPid);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    use.cpuMs += next.ownCpuMs + next.endedChildrenCpuMs;
    if (next.pid === rootPid) use.ownCpuMs = next.ownCpuMs;
    use.rssBytes += next.rssBytes;
    pending.push(...(children.get(next.pid) ?? []));
  }
  return use;
}

/** CPU time of these processes, each with everything it started: the API with its tools, PostgreSQL with its backends. */
export const readTreesCpuMs = (rootPids: readonly number[]): number =>
  rootPids.reduce((sum, pid) => sum + readTreeUse(pid).cpuMs, 0);
