import type { BigIntStats } from 'node:fs';

/** Whether two names are one file, as hard links are. */
export const isSameFile = (one: BigIntStats, other: BigIntStats): boolean =>
  one.dev === other.dev && one.ino === other.ino;
