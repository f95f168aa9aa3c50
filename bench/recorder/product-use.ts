import { commandLine } from '../../e2e/process-tree.ts';
import { readPssBytes } from '../process-memory.ts';
import { readTree } from '../process-tree.ts';

/** The parts of the product, in the order in which they are printed. */
export const PARTS = ['recorder', 'recorder’s children', 'api', 'PostgreSQL', 'launcher'] as const;
export type Part = (typeof PARTS)[number];

export interface Use {
  cpuMs: number;
  pssBytes: number;
}

export type UseByPart = Record<Part, Use>;

/** What each part of a running product has used so far. */
export function readProductUse(launcherPid: number): UseByPart {
  const use = Object.fromEntries(PARTS.map((part) => [part, { cpuMs: 0, pssBytes: 0 }])) as UseByPart;
  const partOf = new Map<number, Part>();
  for (const { pid, parentPid, ownCpuMs, endedChildrenCpuMs } of readTree(launcherPid)) {
    const part = classify(commandLine(pid), partOf.get(parentPid));
    partOf.set(pid, part);
    use[part].cpuMs += ownCpuMs;
    // Children of the recorder are encoders, which are listed separately; those of other parts count as the part itself.
    use[part === 'recorder' ? 'recorder’s children' : part].cpuMs += endedChildrenCpuMs;
    use[part].pssBytes += readPssBytes(pid);
  }
  return use;
}

function classify(command: string, parent: Part | undefined): Part {
  if (parent === 'recorder' || parent === 'recorder’s children') return 'recorder’s children';
  if (parent !== undefined && parent !== 'launcher') return parent;
  if (command.includes('apps/recorder/')) return 'recorder';
  if (command.includes('apps/api/')) return 'api';
  return command.includes('postgres') ? 'PostgreSQL' : 'launcher';
}

export const totalOf = (use: UseByPart): Use => ({
  cpuMs: PARTS.reduce((sum, part) => sum + use[part].cpuMs, 0),
  pssBytes: PARTS.reduce((sum, part) => sum + use[part].pssBytes, 0),
});
