import type { SlotGrid } from './history-range.ts';

export interface HistoryPoint {
  startMs: number;
  /** How many samples its value stands for. */
  weight: number;
  value: number | null;
}

/** `mean` for rates and levels, `max` for peaks, `last` for values of which only the latest counts. */
export type Combine = 'mean' | 'max' | 'last';

/** One value for each slot of the grid; null where nothing was measured, so that a gap stays visible. */
export function fillSlots(points: readonly HistoryPoint[], grid: SlotGrid, combine: Combine): (number | null)[] {
  const values = new Array<number | null>(grid.slots).fill(null);
  const weights = new Array<number>(grid.slots).fill(0);
  const latestMs = new Array<number>(grid.slots).fill(Number.NEGATIVE_INFINITY);
  for (const { startMs, weight, value } of points) {
    const slot = Math.floor((startMs - grid.startMs) / grid.slotMs);
    if (value === null || weight <= 0 || slot < 0 || slot >= grid.slots) continue;
    const held = values[slot] ?? null;
    const heldWeight = weights[slot] ?? 0;
    if (held === null) values[slot] = value;
    else if (combine === 'mean') values[slot] = held + ((value - held) * weight) / (heldWeight + weight);
    else if (combine === 'max') values[slot] = Math.max(held, value);
    else if (startMs >= (latestMs[slot] ?? 0)) values[slot] = value;
    weights[slot] = heldWeight + weight;
    latestMs[slot] = Math.max(latestMs[slot] ?? startMs, startMs);
  }
  return values;
}
