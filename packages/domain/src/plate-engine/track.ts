import { boxCentre, type NormalizedBox } from '../geometry/box.ts';
import { plateDistance } from '../plate/distance.ts';
import type { Plate } from '../plate/plate.ts';

/** What links a plate of this frame to one of an earlier frame. */
export interface TrackedPlate {
  text: string;
  box: NormalizedBox;
  tsMs: number;
}

/** The last two sightings of a plate, the newer first; the older one is missing after the first frame. */
export interface TrackHead {
  last: TrackedPlate;
  before: TrackedPlate | undefined;
}

// A car that drives past close to the camera moves by several widths of its plate from one frame to the next.
const MOST_WIDTHS_APART = 4;
const MOST_SIZE_RATIO = 2.2;
/** What one differing character weighs, in widths of the plate. */
const WIDTHS_PER_EDIT = 0.5;
/** Beyond that the earlier movement says nothing about the next one. */
const LONGEST_PREDICTION_MS = 1_000;

/** Where a plate should be by now if it goes on as it did between its last two frames. */
function predictedCentre({ last, before }: TrackHead, tsMs: number): readonly [x: number, y: number] {
  const [x, y] = boxCentre(last.box);
  const sinceMs = tsMs - last.tsMs;
  const stepMs = before === undefined ? 0 : last.tsMs - before.tsMs;
  if (before === undefined || stepMs <= 0 || sinceMs > LONGEST_PREDICTION_MS) return [x, y];
  const [earlierX, earlierY] = boxCentre(before.box);
  return [x + ((x - earlierX) * sinceMs) / stepMs, y + ((y - earlierY) * sinceMs) / stepMs];
}

/** How far a plate is from a track, in widths of plates; undefined where it cannot be the same. */
export function trackCost(head: TrackHead, { text, box, tsMs }: TrackedPlate): number | undefined {
  const ratio = box[2] / head.last.box[2];
  if (ratio > MOST_SIZE_RATIO || ratio < 1 / MOST_SIZE_RATIO) return undefined;
  const width = Math.max(box[2], head.last.box[2]);
  const [x, y] = boxCentre(box);
  const [predictedX, predictedY] = predictedCentre(head, tsMs);
  const [lastX, lastY] = boxCentre(head.last.box);
  // A car may also have stopped since.
  const apart = Math.min(Math.hypot(x - predictedX, y - predictedY), Math.hypot(x - lastX, y - lastY)) / width;
  if (apart > MOST_WIDTHS_APART) return undefined;
  return apart + WIDTHS_PER_EDIT * plateDistance(text as Plate, head.last.text as Plate);
}

const MOST_COST = MOST_WIDTHS_APART + 1;

/**
 * Which plate of a frame continues which track: the cheapest pairs first, each track and each plate once. The answer has
 * one place for each plate: the index of its track, or undefined for a plate that begins one.
 */
export function assignTracks(
  heads: readonly TrackHead[],
  plates: readonly TrackedPlate[],
): readonly (number | undefined)[] {
  const pairs = heads
    .flatMap((head, track) =>
      plates.map((plate, index) => ({ track, index, cost: trackCost(head, plate) ?? Number.POSITIVE_INFINITY })),
    )
    .filter(({ cost }) => cost <= MOST_COST)
    .sort((a, b) => a.cost - b.cost || a.track - b.track || a.index - b.index);
  const assigned: (number | undefined)[] = plates.map(() => undefined);
  const taken = new Set<number>();
  for (const { track, index } of pairs) {
    if (taken.has(track) || assigned[index] !== undefined) continue;
    taken.add(track);
    assigned[index] = track;
  }
  return assigned;
}
