import { MAX_TIME_OF_DAY_DAYS } from '@holdfast/contract';
import { dailyWindows, type Interval, minuteOfDay, reasonCode } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

const DAY_MS = 86_400_000;

interface TimeOfDayQuery {
  from_time?: string | undefined;
  to_time?: string | undefined;
  time_zone?: string | undefined;
}

/** The moments at which it was the requested time of day; undefined if none was requested. */
export function readTimeOfDay(
  { from_time, to_time, time_zone }: TimeOfDayQuery,
  { start, end }: { start: Date | undefined; end: Date | undefined },
  nowMs: number,
): Interval[] | undefined {
  if (from_time === undefined && to_time === undefined && time_zone === undefined) return undefined;
  if (from_time === undefined) throw invalidField('/query/from_time', reasonCode('required'));
  if (to_time === undefined) throw invalidField('/query/to_time', reasonCode('required'));
  if (time_zone === undefined) throw invalidField('/query/time_zone', reasonCode('required'));
  if (from_time === to_time)
    throw invalidField('/query/to_time', reasonCode('must-differ-from', { field: 'from_time' }));
  if (!isTimeZone(time_zone)) throw invalidField('/query/time_zone', reasonCode('not-a-time-zone'));
  const endMs = Math.min(end?.getTime() ?? nowMs, nowMs) + DAY_MS;
  const startMs = start?.getTime() ?? endMs - MAX_TIME_OF_DAY_DAYS * DAY_MS;
  if (endMs - startMs > (MAX_TIME_OF_DAY_DAYS + 1) * DAY_MS)
    throw invalidField('/query/start', reasonCode('range-too-many-days', { limit: MAX_TIME_OF_DAY_DAYS }));
  if (startMs >= endMs) return [];
  const timeOfDay = { fromMinute: minuteOfDay(from_time), toMinute: minuteOfDay(to_time), timeZone: time_zone };
  return dailyWindows(timeOfDay, { startMs, endMs });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
