import { RUN_TOLERANCE_MS } from '@holdfast/domain';
import { jumpTarget, type Span } from '../timeline/lane.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far to look, step by step: most jumps are short, and a short look sees every hole that a player stops at. */
const LOOKS = [
  { reachMs: 2 * HOUR_MS, resolutionMs: RUN_TOLERANCE_MS },
  { reachMs: 2 * DAY_MS, resolutionMs: 15_000 },
  { reachMs: 60 * DAY_MS, resolutionMs: 300_000 },
  { reachMs: 360 * DAY_MS, resolutionMs: 3_600_000 },
];

export type FindRuns = (range: Span, resolutionMs: number) => Promise<readonly Span[]>;

/** Where the next run of any of the cameras begins, or the one before: looked for ever further away. */
export async function findJump(
  findRuns: FindRuns,
  { atMs, nowMs, direction }: { atMs: number; nowMs: number; direction: 'next' | 'previous' },
): Promise<number | undefined> {
  for (const { reachMs, resolutionMs } of LOOKS) {
    const range = {
      startMs: atMs - (direction === 'previous' ? reachMs : resolutionMs * 2),
      endMs: Math.min(nowMs, atMs + (direction === 'next' ? reachMs : resolutionMs * 2)),
    };
    if (range.endMs <= range.startMs) return undefined;
    const runs = await findRuns(range, resolutionMs);
    // What begins with the range itself was only cut off there.
    const whole = runs.filter(({ startMs }) => startMs > range.startMs);
    const target = jumpTarget(whole, atMs, direction);
    if (target !== undefined) return target;
    if (direction === 'next' && range.endMs >= nowMs) return undefined;
  }
  return undefined;
}

/** Surely within a run, and no more than a few pictures before its end. */
const INSIDE_MS = 100;

/** Where footage of any of the cameras ends before a moment: there playing backwards goes on. */
export async function findFootageBefore(findRuns: FindRuns, atMs: number): Promise<number | undefined> {
  for (const { reachMs, resolutionMs } of LOOKS) {
    const runs = await findRuns({ startMs: atMs - reachMs, endMs: atMs }, resolutionMs);
    const ends = runs
      .filter(({ startMs }) => startMs < atMs)
      .map(({ startMs, endMs }) => Math.max(startMs, Math.min(endMs, atMs) - INSIDE_MS));
    if (ends.length > 0) return Math.max(...ends);
  }
  return undefined;
}

/** Runs of several cameras as those of one: footage of any counts. */
export function mergeRuns(lanes: readonly (readonly Span[])[]): Span[] {
  const merged: Span[] = [];
  for (const run of lanes.flat().toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1);
    if (last && run.startMs <= last.endMs) last.endMs = Math.max(last.endMs, run.endMs);
    else merged.push({ startMs: run.startMs, endMs: run.endMs });
  }
  return merged;
}
