import type { TimelineRange } from '@holdfast/db';
import { BORDER_TOLERANCE_MS } from '@holdfast/domain';

// A run or gap is some hundred bytes: a reply stays within a few megabytes, and a screen has fewer columns than this.
const MOST_COLUMNS = 32_768;
const MOST_COLUMNS_A_CAMERA = 8_192;

/** What is closer than this is merged: as asked for, but never so fine that the reply has no bound. */
export function resolutionOf({ cameraIds, start, end }: TimelineRange, requestedMs = 0): number {
  const columns = Math.min(MOST_COLUMNS_A_CAMERA, Math.floor(MOST_COLUMNS / cameraIds.length));
  const leastMs = Math.ceil((end.getTime() - start.getTime()) / columns);
  return Math.max(requestedMs, leastMs, BORDER_TOLERANCE_MS);
}
