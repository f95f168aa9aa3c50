import type { Zone } from '@holdfast/ui';

export interface StripPiece {
  /** From 0 at midnight to 1 at the next midnight. */
  from: number;
  to: number;
}

interface Day {
  startMs: number;
  endMs: number;
}

// A thinner piece would not be visible.
const MIN_WIDTH = 0.0015;

/** Runs of footage as fractions of a day, cut at midnight. */
export function stripPieces(runs: readonly { start: string; end: string }[], { startMs, endMs }: Day): StripPiece[] {
  const part = (ms: number) => Math.min(1, Math.max(0, (ms - startMs) / (endMs - startMs)));
  return runs.flatMap(({ start, end }) => {
    const [from, to] = [part(Date.parse(start)), part(Date.parse(end))];
    if (to <= from) return [];
    const wide = Math.max(to, Math.min(1, from + MIN_WIDTH));
    return [{ from: Math.min(from, 1 - MIN_WIDTH), to: wide }];
  });
}

export const recordedMs = (runs: readonly { start: string; end: string }[], { startMs, endMs }: Day): number =>
  runs.reduce((sum, { start, end }) => {
    const [from, to] = [Math.max(startMs, Date.parse(start)), Math.min(endMs, Date.parse(end))];
    return sum + Math.max(0, to - from);
  }, 0);

export interface HourMark {
  hour: number;
  /** From 0 at midnight to 1 at the next midnight. */
  at: number;
}

const MARKED_HOURS = [0, 3, 6, 9, 12, 15, 18, 21];
const HOUR_MS = 3_600_000;

/** Where the hours of the clock are: on a day of 23 or 25 hours they are not evenly spaced. */
export function hourMarks(zone: Zone, { startMs, endMs }: Day): HourMark[] {
  const midnightMs = startMs + zone.offsetMs(startMs);
  return MARKED_HOURS.map((hour) => ({
    hour,
    at: (zone.momentOf(midnightMs + hour * HOUR_MS) - startMs) / (endMs - startMs),
  }));
}
