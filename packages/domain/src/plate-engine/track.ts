import { boxCentre, type NormalizedBox } from '../geometry/box.ts';
import { plateDistance } from '../plate/distance.ts';
import type { Plate } from '../plate/plate.ts';

/** The link between a plate of this frame and one of an earlier frame. */
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

// A car that passes close to the camera moves by several plate widths from one frame to the next.
const MAX_WIDTHS_APART = 4;
const MAX_SIZE_RATIO = 2.2;
/** The cost of one differing character, in plate widths. */
const WIDTHS_PER_EDIT = 0.5;
/** Beyond this time the earlier movement predicts nothing. */
const MAX_PREDICTION_MS = 1_000;

/** The expected position of a plate if it continues its last movement. */
function predictedCentre({ last, before }: TrackHead, tsMs: number): readonly [x: number, y: number] {
  const [x, y] = boxCentre(last.box);
  const sinceMs = tsMs - last.tsMs;
  const stepMs = before === undefined ? 0 : last.tsMs - before.tsMs;
  if (before === undefined || stepMs <= 0 || sinceMs > MAX_PREDICTION_MS) return [x, y];
  const [earlierX, earlierY] = boxCentre(before.box);
  return [x + ((x - earlierX) * sinceMs) / stepMs, y + ((y - earlierY) * sinceMs) / stepMs];
}

/** The distance of a plate from a track, in plate widths; undefined if it cannot be the same. */
function trackCost(head: TrackHead, { text, box, tsMs }: TrackedPlate): number | undefined {
  const ratio = box[2] / head.last.box[2];
  if (ratio > MAX_SIZE_RATIO || ratio < 1 / MAX_SIZE_RATIO) return undefined;
  const width = Math.max(box[2], head.last.box[2]);
  const [x, y] = boxCentre(box);
  const [predictedX, predictedY] = predictedCentre(head, tsMs);
  const [lastX, lastY] = boxCentre(head.last.box);
  // The car may also have stopped since.
  const apart = Math.min(Math.hypot(x - predictedX, y - predictedY), Math.hypot(x - lastX, y - lastY)) / width;
  if (apart > MAX_WIDTHS_APART) return undefined;
  return apart + WIDTHS_PER_EDIT * plateDistance(text as Plate, head.last.text as Plate);
}

const MAX_COST = MAX_WIDTHS_APART + 1;

/**
 * Assigns the plates of a frame to tracks: cheapest pairs first, each track and plate once. The result has the track index
 * for each plate, or undefined for a plate that begins a new track.
 */
export function assignTracks(
  heads: readonly TrackHead[],
  plates: readonly TrackedPlate[],
): readonly (number | undefined)[] {
  const pairs = heads
    .flatMap((head, track) =>
      plates.map((plate, index) => ({ track, index, cost: trackCost(head, plate) ?? Number.POSITIVE_INFINITY })),
    )
    .filter(({ cost }) => cost <= MAX_COST)
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
