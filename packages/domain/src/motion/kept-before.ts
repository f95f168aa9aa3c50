import type { Behavior } from '../policy/behavior.ts';

/**
 * How many of the seconds before a manual request can still be kept: on motion those that wait in the buffer, otherwise all, since
 * they are recorded already.
 */
export const keptBefore = (
  { mode, motionPreSeconds }: Pick<Behavior, 'mode' | 'motionPreSeconds'>,
  wantedSeconds: number,
): number => (mode === 'motion' ? Math.min(wantedSeconds, motionPreSeconds) : wantedSeconds);
