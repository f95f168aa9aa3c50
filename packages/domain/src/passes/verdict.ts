import { plateDistance } from '../plate/distance.ts';
import type { Plate } from '../plate/plate.ts';

export type Verdict = 'match' | 'differ' | 'miss';
type PassPlates = { native: Plate | undefined; external: Plate | undefined };

/** Two texts are the same plate when they differ in look-alikes only, which cost no edit. */
export const samePlate = (a: Plate, b: Plate): boolean => plateDistance(a, b) === 0;

export function verdictOf({ native, external }: PassPlates): Verdict {
  if (native === undefined || external === undefined) return 'miss';
  return samePlate(native, external) ? 'match' : 'differ';
}
