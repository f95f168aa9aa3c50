import { samePlate } from '../plate/distance.ts';
import type { Plate } from '../plate/plate.ts';

export type Verdict = 'match' | 'differ' | 'miss';
type PassPlates = { native: Plate | undefined; external: Plate | undefined };

export function verdictOf({ native, external }: PassPlates): Verdict {
  if (native === undefined || external === undefined) return 'miss';
  return samePlate(native, external) ? 'match' : 'differ';
}
