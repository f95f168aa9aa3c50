import type { Interval } from './interval.ts';
import { localOffsetMs } from './local-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** A part of every day, in minutes since midnight in the zone. It passes midnight if it ends before it begins. */
export interface TimeOfDay {
  fromMinute: number;
  toMinute: number;
  timeZone: string;
}

/** When it was this time of day within a range, in order; also on days on which the clocks change. */
export function dailyWindows({ fromMinute, toMinute, timeZone }: TimeOfDay, range: Interval): Interval[] {
  const lengthMs = ((toMinute - fromMinute + 1_440) % 1_440) * MINUTE_MS;
  const windows: Interval[] = [];
  for (const { startMs, endMs, offsetMs } of offsetsIn(range, timeZone)) {
    // The window that began on the day before may reach into the first day.
    const firstDay = Math.floor((startMs + offsetMs) / DAY_MS) - 1;
    for (let day = firstDay; day * DAY_MS - offsetMs < endMs; day += 1) {
      const beginMs = day * DAY_MS + fromMinute * MINUTE_MS - offsetMs;
      const window = { startMs: Math.max(startMs, beginMs), endMs: Math.min(endMs, beginMs + lengthMs) };
      if (window.startMs < window.endMs) push(windows, window);
    }
  }
  return windows;
}

function push(windows: Interval[], window: Interval): void {
  const last = windows.at(-1);
  if (last && last.endMs === window.startMs) last.endMs = window.endMs;
  else windows.push(window);
}

/** The parts of a range with the same offset from UTC. Clocks change at whole minutes, and never twice within a day. */
function offsetsIn(range: Interval, timeZone: string): (Interval & { offsetMs: number })[] {
  const parts: (Interval & { offsetMs: number })[] = [];
  let { startMs } = range;
  let offsetMs = localOffsetMs(startMs, timeZone);
  for (let atMs = startMs; atMs < range.endMs; atMs += DAY_MS) {
    const nextMs = Math.min(range.endMs, atMs + DAY_MS);
    const nextOffsetMs = localOffsetMs(nextMs, timeZone);
    if (nextOffsetMs === offsetMs) continue;
    const changeMs = findChange({ startMs: atMs, endMs: nextMs }, offsetMs, timeZone);
    parts.push({ startMs, endMs: changeMs, offsetMs });
    [startMs, offsetMs] = [changeMs, nextOffsetMs];
  }
  parts.push({ startMs, endMs: range.endMs, offsetMs });
  return parts;
}

function findChange({ startMs, endMs }: Interval, offsetMs: number, timeZone: string): number {
  let [before, after] = [Math.floor(startMs / MINUTE_MS), Math.ceil(endMs / MINUTE_MS)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localOffsetMs(middle * MINUTE_MS, timeZone) === offsetMs) before = middle;
    else after = middle;
  }
  return Math.min(endMs, after * MINUTE_MS);
}
