import { describe, expect, it } from 'vitest';
import { fullWeek, hoursOn, isOn, paint, toSchedule } from './week.ts';

describe('a weekly schedule', () => {
  it('is painted as a rectangle, from any corner', () => {
    const quiet = paint(fullWeek(), { from: { day: 4, hour: 17 }, to: { day: 0, hour: 8 }, on: false });
    expect(hoursOn(quiet)).toBe(7 * 24 - 5 * 10);
    expect([
      isOn(quiet, { day: 0, hour: 8 }),
      isOn(quiet, { day: 4, hour: 17 }),
      isOn(quiet, { day: 5, hour: 12 }),
    ]).toEqual([false, false, true]);
  });

  it('keeps the API format', () => {
    const week = paint(fullWeek(), { from: { day: 6, hour: 23 }, to: { day: 6, hour: 23 }, on: false });
    for (const day of week) expect(day).toMatch(/^[01]{24}$/);
    expect(week).toHaveLength(7);
  });

  it('is omitted if it is always on', () => {
    expect(toSchedule(fullWeek())).toBeNull();
    const off = paint(fullWeek(), { from: { day: 0, hour: 0 }, to: { day: 0, hour: 0 }, on: false });
    expect(toSchedule(off)).toEqual(off);
    expect(toSchedule(paint(off, { from: { day: 0, hour: 0 }, to: { day: 0, hour: 0 }, on: true }))).toBeNull();
  });
});
