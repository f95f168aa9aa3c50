/** The offset of each row, followed by the end of the last one. */
export function rowOffsets(heightsPx: readonly number[]): number[] {
  const offsets = [0];
  for (const heightPx of heightsPx) offsets.push((offsets.at(-1) as number) + heightPx);
  return offsets;
}

/** The row at a position: the last one that begins at or before it. */
export function rowAt(offsets: readonly number[], topPx: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle + 1] ?? Number.POSITIVE_INFINITY) <= topPx) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, offsets.length - 2));
}

export interface RowsInView {
  first: number;
  /** Exclusive. */
  end: number;
}

/** The rows that a window shows, and some around it so that a turn of the wheel shows no blank. */
export function rowsInView(
  offsets: readonly number[],
  { topPx, heightPx, aroundPx }: { topPx: number; heightPx: number; aroundPx: number },
): RowsInView {
  const count = offsets.length - 1;
  if (count <= 0) return { first: 0, end: 0 };
  const first = rowAt(offsets, Math.max(0, topPx - aroundPx));
  const last = rowAt(offsets, Math.max(0, topPx + heightPx + aroundPx));
  return { first, end: Math.min(count, last + 1) };
}
