import type { NormalizedBox } from '../geometry/box.ts';
import { plateDistance, samePlate } from '../plate/distance.ts';
import type { Plate } from '../plate/plate.ts';
import { overlapOf } from './detection.ts';

/** Where and when a plate was last in view. */
export interface SeenPlate {
  text: string;
  box: NormalizedBox;
  atMs: number;
}

/** The fields of a pass that decide whether its plate reappeared. */
export interface PassSpan {
  text: string;
  firstSeenMs: number;
  lastSeenMs: number;
  firstBox: NormalizedBox;
  lastBox: NormalizedBox;
}

const MAX_REMEMBERED = 500;
/** A parked car is forgotten after a day: by then the camera may have been moved. */
const PARKED_FOR_MS = 24 * 3_600_000;
const SAME_PLACE_OVERLAP = 0.5;
/** A parked car is read again whenever something else moves, sometimes with a wrong character. */
const PARKED_EDITS = 2;

/**
 * Whether a pass is a parked car that was reported before: its plate is in the same place. Plates are only read while
 * something moves, so the time since then does not matter.
 */
const isStillParked = (seen: SeenPlate, pass: PassSpan): boolean =>
  pass.firstSeenMs - seen.atMs < PARKED_FOR_MS &&
  overlapOf(seen.box, pass.firstBox) > SAME_PLACE_OVERLAP &&
  overlapOf(seen.box, pass.lastBox) > SAME_PLACE_OVERLAP &&
  plateDistance(seen.text as Plate, pass.text as Plate) <= PARKED_EDITS;

/** Whether a pass is reported: its plate was unseen for the gap, and it is not a car that never left. */
export const isNewAppearance = (seen: readonly SeenPlate[], pass: PassSpan, reappearGapMs: number): boolean =>
  !seen.some(
    (plate) =>
      isStillParked(plate, pass) ||
      (samePlate(plate.text as Plate, pass.text as Plate) && pass.firstSeenMs - plate.atMs < reappearGapMs),
  );

/** The plates remembered after a pass. A parked car keeps its reported text, however it was read this time. */
export function rememberPass(seen: readonly SeenPlate[], pass: PassSpan): SeenPlate[] {
  const text = seen.find((plate) => isStillParked(plate, pass))?.text ?? pass.text;
  const others = seen.filter((plate) => !samePlate(plate.text as Plate, text as Plate));
  return [...others, { text, box: pass.lastBox, atMs: pass.lastSeenMs }].slice(-MAX_REMEMBERED);
}
