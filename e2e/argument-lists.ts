import { readdirSync, readFileSync } from 'node:fs';

/** Every argument list of a process and all below it that was seen since, as any user of the machine can see them. */
export interface ArgumentLists {
  seen: ReadonlySet<string>;
  stop(): void;
}

const LOOK_MS = 20;

export function watchArgumentLists(rootPid: number): ArgumentLists {
  const seen = new Set<string>();
  const timer = setInterval(() => {
    for (const pid of treeOf(rootPid)) {
      const list = readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
      if (list !== '') seen.add(list);
    }
  }, LOOK_MS);
  return { seen, stop: () => clearInterval(timer) };
}

function treeOf(rootPid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = Map.groupBy(all.map(Number), parentOf);
  const tree = [rootPid];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** The fourth field; the second is a name in parentheses that may hold blanks. */
const parentOf = (pid: number): number =>
  Number(/\) \S+ (\d+) [^)]*$/.exec(readIfThere(`/proc/${pid}/stat`))?.[1] ?? 0);

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
