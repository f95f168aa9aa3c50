import { processTree } from '../e2e/process-tree.ts';
import { type ProcessUse, readProcessUse } from './process-cpu.ts';

/** A process and its descendants, parents before their children. */
export const readTree = (rootPid: number): ProcessUse[] =>
  processTree(rootPid).flatMap((pid) => readProcessUse(pid) ?? []);

/** CPU time of these processes, each with everything it started: the API with its tools, PostgreSQL with its backends. */
export const readTreesCpuMs = (rootPids: readonly number[]): number =>
  rootPids.flatMap(readTree).reduce((sum, { ownCpuMs, endedChildrenCpuMs }) => sum + ownCpuMs + endedChildrenCpuMs, 0);
