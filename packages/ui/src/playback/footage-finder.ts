import { STRETCH_TOLERANCE_MS } from '@holdfast/domain';
import { jumpTarget, type Span } from '../timeline/lane.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Widening search ranges: most jumps are short, and a short range shows every hole that stops a player. */
const SEARCH_RANGES = [
  { reachMs: 2 * HOUR_MS, resolutionMs: STRETCH_TOLERANCE_MS },
  { reachMs: 2 * DAY_MS, resolutionMs: 15_000 },
  { reachMs: 60 * DAY_MS, resolutionMs: 300_000 },
  { reachMs: 360 * DAY_MS, resolutionMs: 3_600_000 },
];

export type FindRuns = (range: Span, resolutionMs: number) => Promise<readonly Span[]>;

/** Start of the next or previous run of any of the cameras. */
export async function findJump(
  findRuns: FindRuns,
  { atMs, nowMs, direction }: { atMs: number; nowMs: number; direction: 'next' | 'previous' },
): Promise<number | undefined> {
  for (const { reachMs, resolutionMs } of SEARCH_RANGES) {
    const range = {
      startMs: atMs - (direction === 'previous' ? reachMs : resolutionMs * 2),
      endMs: Math.min(nowMs, atMs + (direction === 'next' ? reachMs : resolutionMs * 2)),
    };
    if (range.endMs <= range.startMs) return undefined;
    const runs = await findRuns(range, resolutionMs);
    // A run that begins with the range was cut off there.
    const whole = runs.filter(({ startMs }) => startMs > range.startMs);
    const target = jumpTarget(whole, atMs, direction);
    if (target !== undefined) return target;
    if (direction === 'next' && range.endMs >= nowMs) return undefined;
  }
  return undefined;
}

/** Safely inside a run, a few pictures before its end. */
const INSIDE_MS = 100;

/** The last end of footage of any camera before a moment, where backward playback continues. */
export async function findFootageBefore(findRuns: FindRuns, atMs: number): Promise<number | undefined> {
  for (const { reachMs, resolutionMs } of SEARCH_RANGES) {
    const runs = await findRuns({ startMs: atMs - reachMs, endMs: atMs }, resolutionMs);
    const ends = runs
      .filter(({ startMs }) => startMs < atMs)
      .map(({ startMs, endMs }) => Math.max(startMs, Math.min(endMs, atMs) - INSIDE_MS));
    if (ends.length > 0) return Math.max(...ends);
  }
  return undefined;
}

/** The runs of several cameras one by one, so that a camera which always moves hides no motion of the others. */
export const allRuns = (lanes: readonly (readonly Span[])[]): Span[] =>
  lanes.flat().toSorted((a, b) => a.startMs - b.startMs);

/** Union of the runs of several cameras. */
export function mergeRuns(lanes: readonly (readonly Span[])[]): Span[] {
  const merged: Span[] = [];
  for (const run of allRuns(lanes)) {
    const last = merged.at(-1);
    if (last && run.startMs <= last.endMs) last.endMs = Math.max(last.endMs, run.endMs);
    else merged.push({ startMs: run.startMs, endMs: run.endMs });
  }
  return merged;
}
