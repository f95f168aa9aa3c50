import { expect, it } from 'vitest';
import { isTimeOfDay, minuteOfDay, timeOfDay } from './minute-of-day.ts';

it('is printed and read again, every minute of the day', () => {
  for (let minute = 0; minute < 1_440; minute += 1) {
    expect(isTimeOfDay(timeOfDay(minute))).toBe(true);
    expect(minuteOfDay(timeOfDay(minute))).toBe(minute);
  }
  expect([timeOfDay(195), timeOfDay(1_439)]).toEqual(['03:15', '23:59']);
});

it.each(['24:00', '9:00', '09:60', '09:00:00', ''])('%s is no time of day', (text) => {
  expect(isTimeOfDay(text)).toBe(false);
});
