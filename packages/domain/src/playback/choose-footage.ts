import type { SegmentSpan } from '../segment/coverage.ts';
import type { Interval } from '../time/interval.ts';
import { RUN_TOLERANCE_MS } from './plan-playback.ts';

/** Where the main stream, in order, leaves more of a range uncovered than players play over. */
export function mainHoles(main: readonly SegmentSpan[], range: Interval): Interval[] {
  if (main.length === 0) return [range];
  const holes: Interval[] = [];
  let coveredUntilMs = range.startMs;
  const reach = (startMs: number) => {
    if (startMs - coveredUntilMs > RUN_TOLERANCE_MS) holes.push({ startMs: coveredUntilMs, endMs: startMs });
  };
  for (const { startMs, durationMs } of main) {
    reach(startMs);
    coveredUntilMs = Math.max(coveredUntilMs, startMs + durationMs);
  }
  reach(range.endMs);
  return holes;
}

/**
 * The main stream wherever it was recorded, and in its holes the sub stream. Both come in order. Segments stay whole, so
 * that what fills a hole may reach over its edges; it stands between the main segments all the same.
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

/** Where in the list the first one stands that begins at a moment or later. */
function startingBefore(segments: readonly SegmentSpan[], atMs: number, from: number): number {
  let index = from;
  while ((segments[index]?.startMs ?? atMs) < atMs) index += 1;
  return index;
}
