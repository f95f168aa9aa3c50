import { CLIP_POST_ROLL_SECONDS, type ClipSubject, type ClipWindow } from './clip-window.ts';

/** Less than this is missing where a recording begins with its first keyframe. */
const MISSING_MS = 1_000;

/**
 * Whether the external detector's own clip of an event is to be shown instead of our footage: only of an event that has
 * ended and is as short as an overview, and only if a part of it was not recorded here. Recorded footage is cut to the
 * exact window.
 */
export function takesDetectorClip({ kind, startMs, endMs }: ClipSubject, window: ClipWindow, ownMs: number): boolean {
  if (kind !== 'detection' || endMs === null || !window.isFinal) return false;
  const isOverview = window.endMs === Math.max(startMs, endMs) + CLIP_POST_ROLL_SECONDS * 1000;
  return isOverview && ownMs > 0 && window.endMs - window.startMs - ownMs >= MISSING_MS;
}
