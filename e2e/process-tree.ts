import { readdirSync, readFileSync } from 'node:fs';

/** A process and its descendants, parents before their children. */
export function processTree(rootPid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = Map.groupBy(all.map(Number), parentOf);
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
