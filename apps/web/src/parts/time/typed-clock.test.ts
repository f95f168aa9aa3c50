import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClock } from './typed-clock.ts';

describe('a typed time of day', () => {
  it.each([
    ['07:05', '07:05'],
    ['7:05', '07:05'],
    ['7.05', '07:05'],
    ['0705', '07:05'],
    [' 22:30 ', '22:30'],
    ['7:05 pm', '19:05'],
    ['12:00 AM', '00:00'],
    ['12:30 p.m.', '12:30'],
    ['24:00', undefined],
    ['13:00 pm', undefined],
    ['0:30 am', undefined],
    ['7:60', undefined],
    ['7', undefined],
    ['705', undefined],
    ['22:3', undefined],
    ['22:300', undefined],
    ['seven', undefined],
    ['', undefined],
  ])('%j is read as %s', (typed, clock) => expect(readClock(typed)).toBe(clock));

  it('is parsed from HH:MM and HHMM at every minute', () => {
    const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(minutes, (minute) => {
        const clock = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
        expect(readClock(clock)).toBe(clock);
        expect(readClock(clock.replace(':', ''))).toBe(clock);
      }),
    );
  });
});
