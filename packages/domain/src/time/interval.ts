/** Half-open: includes `startMs`, excludes `endMs`. An interval that does not end after it starts is empty. */
export interface Interval {
  startMs: number;
  endMs: number;
}

const plain = ({ startMs, endMs }: Interval): Interval => ({ startMs, endMs });

/**
 * Sorted, without overlaps and empty members. Neighbours are merged when they touch, or when the hole between them is at most
 * `toleranceMs`.
 */
export function mergeIntervals(intervals: readonly Interval[], { toleranceMs = 0 } = {}): Interval[] {
  const sorted = intervals.filter((one) => one.startMs < one.endMs).sort((a, b) => a.startMs - b.startMs);
  const merged: Interval[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last && next.startMs - last.endMs <= toleranceMs) last.endMs = Math.max(last.endMs, next.endMs);
    else merged.push(plain(next));
  }
  return merged;
}

/** The time in `from` that no member of `taken` covers. */
export function subtractIntervals(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const holes = mergeIntervals(taken);
  const left: Interval[] = [];
  let first = 0;
  for (const { startMs, endMs } of mergeIntervals(from)) {
    while ((holes[first]?.endMs ?? endMs) <= startMs && first < holes.length) first += 1;
    let at = startMs;
    for (let i = first; at < endMs; i += 1) {
      const hole = holes[i];
      if (!hole || hole.startMs >= endMs) break;
      if (hole.startMs > at) left.push({ startMs: at, endMs: hole.startMs });
      at = hole.endMs;
    }
    if (at < endMs) left.push({ startMs: at, endMs });
  }
  return left;
}

export const intervalsOverlap = (a: Interval, b: Interval): boolean =>
  Math.max(a.startMs, b.startMs) < Math.min(a.endMs, b.endMs);

/** Total length, counting overlaps once. */
export const coveredMs = (intervals: readonly Interval[]): number =>
  mergeIntervals(intervals).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
