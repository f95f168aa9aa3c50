import type { Interval } from '../time/interval.ts';

export const clipKinds = ['detection', 'motion', 'plate', 'bookmark'] as const;
export type ClipKind = (typeof clipKinds)[number];

/** The subject of a clip: an event, a plate read or a bookmark. */
export interface ClipSubject {
  kind: ClipKind;
  startMs: number;
  /** Null while it is in progress. */
  endMs: number | null;
}

export interface ClipSettings {
  preRollSeconds: number;
  overviewSeconds: number;
}

export interface ClipWindow extends Interval {
  isOngoing: boolean;
  /** Neither its footage nor its event can change any more. */
  isFinal: boolean;
}

export const CLIP_POST_ROLL_SECONDS = 8;

/** Footage is published some seconds after it was recorded. */
export const CLIP_SETTLE_MS = 20_000;

/**
 * An overview: from shortly before the start, for the set length, and no longer than shortly after the end. The range of a
 * bookmark was chosen by a user, so nothing is added to it.
 */
export function clipWindow(
  { kind, startMs, endMs }: ClipSubject,
  { preRollSeconds, overviewSeconds }: ClipSettings,
  nowMs: number,
): ClipWindow {
  const [preMs, postMs] = kind === 'bookmark' ? [0, 0] : [preRollSeconds * 1000, CLIP_POST_ROLL_SECONDS * 1000];
  const fromMs = startMs - preMs;
  const longestMs = fromMs + overviewSeconds * 1000;
  const toMs = endMs === null ? longestMs : Math.min(longestMs, Math.max(startMs, endMs) + postMs);
  return {
    startMs: fromMs,
    endMs: toMs,
    isOngoing: endMs === null,
    isFinal: endMs !== null && toMs + CLIP_SETTLE_MS <= nowMs,
  };
}

/** How long the clip is at this moment, in seconds; what has not happened yet is not counted. */
export const clipSeconds = ({ startMs, endMs }: Interval, nowMs: number): number =>
  Math.max(0, Math.min(endMs, nowMs) - startMs) / 1000;
