import type { WireBehavior } from '@holdfast/contract';

/** Seven days of 24 hours, Monday first, `1` where it records. */
export type Week = string[];
export const HOURS = 24;
export const DAYS = 7;

export const fullWeek = (): Week => Array.from({ length: DAYS }, () => '1'.repeat(HOURS));

export interface HourRef {
  day: number;
  hour: number;
}

export const isOn = (week: Week, { day, hour }: HourRef): boolean => week[day]?.[hour] === '1';

/** Sets all hours between two corners of the grid. */
export function paint(week: Week, { from, to, on }: { from: HourRef; to: HourRef; on: boolean }): Week {
  const [firstDay, lastDay] = [Math.min(from.day, to.day), Math.max(from.day, to.day)];
  const [firstHour, lastHour] = [Math.min(from.hour, to.hour), Math.max(from.hour, to.hour)];
  return week.map((hours, day) =>
    day < firstDay || day > lastDay
      ? hours
      : [...hours].map((value, hour) => (hour < firstHour || hour > lastHour ? value : on ? '1' : '0')).join(''),
  );
}

/** A week that is always on becomes null, so that equal policies compare equal. */
export const toSchedule = (week: Week): WireBehavior['schedule'] =>
  week.every((hours) => !hours.includes('0')) ? null : week;

export const hoursOn = (week: Week): number => week.join('').replaceAll('0', '').length;
