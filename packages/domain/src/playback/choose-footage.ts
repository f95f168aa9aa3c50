import type { SegmentSpan } from '../segment/coverage.ts';
import type { Interval } from '../time/interval.ts';
import { STRETCH_TOLERANCE_MS } from './plan-playback.ts';

/** Where the main stream leaves more of a range uncovered than players skip. */
export function mainHoles(main: readonly SegmentSpan[], range: Interval): Interval[] {
  if (main.length === 0) return [range];
  const holes: Interval[] = [];
  let coveredUntilMs = range.startMs;
  const reach = (startMs: number) => {
    if (startMs - coveredUntilMs > STRETCH_TOLERANCE_MS) holes.push({ startMs: coveredUntilMs, endMs: startMs });
  };
  for (const { startMs, durationMs } of main) {
    reach(startMs);
    coveredUntilMs = Math.max(coveredUntilMs, startMs + durationMs);
  }
  reach(range.endMs);
  return holes;
}

/**
 * The main stream wherever it was recorded, and the sub stream in its holes. Both are sorted. Segments stay whole, so that a
 * sub segment may reach over the edges of a hole; it is still placed between the main segments.
 */
export function chooseFootage<S extends SegmentSpan>(
  { main, sub }: { main: readonly S[]; sub: readonly S[] },
  holes: readonly Interval[],
): readonly S[] {
  if (sub.length === 0) return main;
  const parts: (readonly S[])[] = [];
  let [fromMain, fromSub] = [0, 0];
  for (const { startMs, endMs } of holes) {
    const [untilMain, untilSub] = [startingBefore(main, endMs, fromMain), startingBefore(sub, endMs, fromSub)];
    const fillers = sub.slice(fromSub, untilSub).filter((one) => one.startMs + one.durationMs > startMs);
    parts.push(main.slice(fromMain, untilMain), fillers);
    [fromMain, fromSub] = [untilMain, untilSub];
  }
  return [...parts, main.slice(fromMain)].flat();
}

/** The index of the first segment that begins at this time or later. */
function startingBefore(segments: readonly SegmentSpan[], atMs: number, from: number): number {
  let index = from;
  while ((segments[index]?.startMs ?? atMs) < atMs) index += 1;
  return index;
}
