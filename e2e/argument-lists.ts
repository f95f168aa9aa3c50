import { commandLine, processTree } from './process-tree.ts';

/** Every argument list of a process and its descendants seen so far, as any user of the machine can see them. */
export interface ArgumentLists {
  seen: ReadonlySet<string>;
  stop(): void;
}

const LOOK_MS = 20;

export function watchArgumentLists(rootPid: number): ArgumentLists {
  const seen = new Set<string>();
  const parents = new Map<number, number>();
  const timer = setInterval(() => {
    for (const list of processTree(rootPid, parents).map(commandLine)) if (list !== '') seen.add(list);
  }, LOOK_MS);
  return { seen, stop: () => clearInterval(timer) };
}
