import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

const LOW_PRIORITY = 10;

/** Recording comes first: a child that takes whole cores gives way to it. */
export const giveWayToRecording = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
};
