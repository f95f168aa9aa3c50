import { readdirSync } from 'node:fs';
import { type ProcessUse, readProcessUse } from './process-cpu.ts';

/** A process and its descendants, parents before their children. */
export function readTree(rootPid: number): ProcessUse[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcessUse(Number(name)) ?? []);
  const children = Map.groupBy(all, ({ parentPid }) => parentPid);
  const tree = all.filter(({ pid }) => pid === rootPid);
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** CPU time of these processes, each with everything it started: the API with its tools, PostgreSQL with its backends. */
export const readTreesCpuMs = (rootPids: readonly number[]): number =>
  rootPids.flatMap(readTree).reduce((sum, { ownCpuMs, endedChildrenCpuMs }) => sum + ownCpuMs + endedChildrenCpuMs, 0);
