import { msPerPx, type TimeScale } from './time-scale.ts';
import { addDays, DAY_MS, startOfDay, type Zone } from './zone.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Steps that are easy to read. */
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7].map((count) => count * DAY_MS),
];

export interface Tick {
  atMs: number;
  /** A local midnight, labelled with the date. */
  isDay: boolean;
}

export interface Ticks {
  stepMs: number;
  labelled: Tick[];
  /** Unlabelled ticks in between. */
  fine: number[];
}

export const stepFor = (scale: TimeScale, minPx: number): number =>
  STEPS_MS.find((stepMs) => stepMs / msPerPx(scale) >= minPx) ?? 7 * DAY_MS;

/** Ticks at round local times, also across clock changes; labels never closer than `labelPx`. */
export function ticksOf(scale: TimeScale, zone: Zone, labelPx: number): Ticks {
  const stepMs = stepFor(scale, labelPx);
  const fineMs = stepFor(scale, 9);
  const labelled = momentsAt(scale, zone, stepMs).map((atMs) => ({ atMs, isDay: startOfDay(zone, atMs) === atMs }));
  return { stepMs, labelled, fine: fineMs < stepMs ? momentsAt(scale, zone, fineMs) : [] };
}

function momentsAt(scale: TimeScale, zone: Zone, stepMs: number): number[] {
  if (stepMs <= HOUR_MS) return withinHours(scale, zone, stepMs);
  return stepMs < DAY_MS ? withinDays(scale, zone, stepMs) : wholeDays(scale, zone, stepMs / DAY_MS);
}

/** Iterates over moments, so that a repeated hour has its ticks twice. */
function withinHours({ startMs, endMs }: TimeScale, zone: Zone, stepMs: number): number[] {
  const moments: number[] = [];
  const roundUp = (atMs: number) => {
    const over = modulo(atMs + zone.offsetMs(atMs), stepMs);
    return over === 0 ? atMs : atMs + stepMs - over;
  };
  for (let atMs = roundUp(Math.ceil(startMs)); atMs <= endMs; atMs = roundUp(atMs + 1)) moments.push(atMs);
  return moments;
}

function withinDays(scale: TimeScale, zone: Zone, stepMs: number): number[] {
  const moments: number[] = [];
  const days = wholeDays({ ...scale, startMs: scale.startMs - 2 * DAY_MS }, zone, 1);
  for (const dayMs of days) {
    const localMs = dayMs + zone.offsetMs(dayMs);
    const midnightMs = Math.floor(localMs / DAY_MS) * DAY_MS;
    for (let hourMs = 0; hourMs < DAY_MS; hourMs += stepMs) moments.push(zone.momentOf(midnightMs + hourMs));
  }
  return moments.filter((atMs) => atMs >= scale.startMs && atMs <= scale.endMs);
}

/** Counted from 1970, so that every other day stays the same day while panning. */
function wholeDays({ startMs, endMs }: TimeScale, zone: Zone, every: number): number[] {
  const moments: number[] = [];
  for (let dayMs = startOfDay(zone, startMs); dayMs <= endMs; dayMs = addDays(zone, dayMs, 1)) {
    const number = Math.floor((dayMs + zone.offsetMs(dayMs)) / DAY_MS);
    // Weeks begin on Monday; the first day of 1970 was a Thursday.
    if (dayMs >= startMs && modulo(number + (every === 7 ? 3 : 0), every) === 0) moments.push(dayMs);
  }
  return moments;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
