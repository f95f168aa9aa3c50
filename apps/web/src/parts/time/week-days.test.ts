import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, textOfDays, weekDaysText, weekdays } from './week-days.ts';

describe('days of the week as text', () => {
  it.each([
    ['1111111', 'every day'],
    ['1111100', 'mon–fri'],
    ['0000011', 'sat, sun'],
    ['1000000', 'mon'],
    ['1101011', 'mon, tue, thu, sat, sun'],
    ['1110111', 'mon–wed, fri–sun'],
  ])('%s reads %s', (text, expected) => expect(weekDaysText(text, (day) => day, 'every day')).toBe(expected));

  it('are read as they are written', () =>
    fc.assert(
      fc.property(fc.subarray([...weekdays]), (days) => {
        expect(daysOf(textOfDays(days))).toEqual(days);
      }),
    ));
});
