import { MAX_TIMELINE_DAYS } from '@holdfast/contract';
import type { TimelineRange } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

const DAY_MS = 86_400_000;

/** The requested range up to now; a reversed, too long or future one is refused. */
export function requestedRange(
  { camera_ids, start, end }: { camera_ids: readonly string[]; start: string; end: string },
  { userId, nowMs }: { userId: string; nowMs: number },
): TimelineRange {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  if (endMs <= startMs) throw invalidField('/query/end', reasonCode('end-before-start'));
  if (startMs >= nowMs) throw invalidField('/query/start', reasonCode('in-the-future'));
  if (endMs - startMs > MAX_TIMELINE_DAYS * DAY_MS)
    throw invalidField('/query/end', reasonCode('range-too-many-days', { limit: MAX_TIMELINE_DAYS }));
  return {
    userId,
    cameraIds: [...new Set(camera_ids.map((id) => id.toLowerCase()))],
    start: new Date(startMs),
    end: new Date(Math.min(endMs, nowMs)),
  };
}
