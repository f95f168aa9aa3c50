import { readdirSync, readFileSync } from 'node:fs';

/** A process and its descendants, parents before their children. With the parents from an earlier look only those of new processes are read. */
export function processTree(rootPid: number, parents = new Map<number, number>()): number[] {
  const all = new Set(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
  );
  for (const pid of parents.keys()) if (!all.has(pid)) parents.delete(pid);
  for (const pid of all) if (!parents.has(pid)) parents.set(pid, parentOf(pid));
  const children = Map.groupBy(all, (pid) => parents.get(pid));
  const tree = [rootPid];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Arguments separated by blanks; empty once the process is gone. */
export const commandLine = (pid: number): string => readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();

/** The fourth field; the second is a name in parentheses that may contain blanks. */
const parentOf = (pid: number): number =>
  Number(/\) \S+ (\d+) [^)]*$/.exec(readIfThere(`/proc/${pid}/stat`))?.[1] ?? 0);

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
