import type { TimelineRange } from '@holdfast/db';
import { BORDER_TOLERANCE_MS } from '@holdfast/domain';

// A run or gap takes some hundred bytes: this limits a reply to a few megabytes, and a screen has fewer columns.
const MAX_COLUMNS = 32_768;
const MAX_COLUMNS_PER_CAMERA = 8_192;

/** Runs closer than this are merged: as requested, but never so fine that the reply is unbounded. */
export function resolutionOf({ cameraIds, start, end }: TimelineRange, requestedMs = 0): number {
  const columns = Math.min(MAX_COLUMNS_PER_CAMERA, Math.floor(MAX_COLUMNS / cameraIds.length));
  const leastMs = Math.ceil((end.getTime() - start.getTime()) / columns);
  return Math.max(requestedMs, leastMs, BORDER_TOLERANCE_MS);
}
