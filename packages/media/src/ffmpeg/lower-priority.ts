import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

const LOW_PRIORITY = 10;

/** Lowers the priority of a process that uses whole cores, because recording comes first. */
export const lowerPriority = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
};
