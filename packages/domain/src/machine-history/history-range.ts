const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/**
 * How densely the history is stored, and for how long: always some 12,500 rows in all. Each sample is added to one row
 * of every step, so the newest row changes until its step is over.
 */
export const HISTORY_STEPS = [
  { stepSeconds: 60, keptSeconds: 2 * DAY_S },
  { stepSeconds: HOUR_S, keptSeconds: 400 * DAY_S },
] as const;

export const historyRanges = ['hour', 'day', 'week', 'month', 'year'] as const;
export type HistoryRange = (typeof historyRanges)[number];

interface RangePlan {
  /** The stored rows it is made from. */
  stepSeconds: number;
  /** The length of a point, and how many there are. */
  slotSeconds: number;
  slots: number;
}

export const HISTORY_RANGES: Record<HistoryRange, RangePlan> = {
  hour: { stepSeconds: 60, slotSeconds: 60, slots: 60 },
  day: { stepSeconds: 60, slotSeconds: 300, slots: 288 },
  week: { stepSeconds: HOUR_S, slotSeconds: HOUR_S, slots: 168 },
  month: { stepSeconds: HOUR_S, slotSeconds: 3 * HOUR_S, slots: 240 },
  year: { stepSeconds: HOUR_S, slotSeconds: DAY_S, slots: 366 },
};

/** The start of the row that a moment belongs to. */
export const stepStart = (ms: number, stepSeconds: number): number =>
  Math.floor(ms / (stepSeconds * 1000)) * stepSeconds * 1000;

/** Equal parts of a time range. */
export interface SlotGrid {
  startMs: number;
  slotMs: number;
  slots: number;
}

/** The slots of a range; the last one contains now. */
export function gridOf(range: HistoryRange, nowMs: number): SlotGrid {
  const { slotSeconds, slots } = HISTORY_RANGES[range];
  const slotMs = slotSeconds * 1000;
  return { startMs: stepStart(nowMs, slotSeconds) - (slots - 1) * slotMs, slotMs, slots };
}
