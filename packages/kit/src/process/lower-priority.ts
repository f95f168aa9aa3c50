import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

const LOW_PRIORITY = 10;

/** Lowers the priority of a process that uses whole cores, because recording comes first. */
export function lowerPriority({ pid }: Pick<ChildProcess, 'pid'>, priority = LOW_PRIORITY): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It has ended already.
  }
}
