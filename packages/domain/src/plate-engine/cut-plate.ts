import type { NormalizedBox } from '../geometry/box.ts';

/** A box this close to the frame's edge may be that of a plate which continues outside. */
const EDGE = 0.01;
/** A plate that was only seen at the edge is reported from this length and confidence on. */
const MIN_LENGTH = 4;
const MIN_CONFIDENCE = 0.9;

/** The reader judges the characters it sees, not those beyond the edge: "EC18F" scores as high as the whole "EC18FNU". */
export const touchesEdge = ([x, y, width, height]: NormalizedBox): boolean =>
  x <= EDGE || y <= EDGE || x + width >= 1 - EDGE || y + height >= 1 - EDGE;

/** The readings that decide: those at the edge only if there are no others. */
export function decisiveReadings<Reading extends { box: NormalizedBox }>(
  readings: readonly Reading[],
): readonly Reading[] {
  const whole = readings.filter(({ box }) => !touchesEdge(box));
  return whole.length > 0 ? whole : readings;
}

/** Whether the winning reading of a pass is good enough to be reported. */
export const isReportable = ({ text, confidence, box }: { text: string; confidence: number; box: NormalizedBox }) =>
  !touchesEdge(box) || (text.length >= MIN_LENGTH && confidence >= MIN_CONFIDENCE);
