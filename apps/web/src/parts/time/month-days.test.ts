import { createZone } from '@holdfast/ui';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, firstWeekdayOf, isSameDay, monthDays, monthStart } from './month-days.ts';

const HOUR_MS = 3_600_000;
const berlin = createZone('Europe/Berlin');

describe('the calendar', () => {
  it('shows whole weeks from Monday', () => {
    const days = monthDays(berlin, monthStart(berlin, Date.UTC(2026, 9, 15)), 1);
    expect(days.length % 7).toBe(0);
    expect(days.filter(({ isInMonth }) => isInMonth).map(({ number }) => number)).toEqual(
      Array.from({ length: 31 }, (_, i) => i + 1),
    );
    expect(days.slice(0, 4).map(({ number }) => number)).toEqual([28, 29, 30, 1]);
  });

  it('includes the long day of autumn, and days are contiguous', () => {
    const days = monthDays(berlin, monthStart(berlin, Date.UTC(2026, 9, 15)), 1);
    const autumn = days.find(({ number, isInMonth }) => isInMonth && number === 25);
    expect(((autumn?.endMs ?? 0) - (autumn?.startMs ?? 0)) / HOUR_MS).toBe(25);
    days.slice(1).forEach((day, i) => {
      expect(day.startMs).toBe(days[i]?.endMs);
    });
  });

  it('moves across the end of the year', () => {
    const december = monthStart(berlin, Date.UTC(2026, 11, 15));
    expect(monthStart(berlin, december, 1)).toBe(Date.UTC(2026, 11, 31, 23));
    expect(monthStart(berlin, december, -12)).toBe(Date.UTC(2025, 10, 30, 23));
  });

  it('starts weeks as usual in the country', () => {
    expect(['en-GB', 'de', 'en-US'].map(firstWeekdayOf)).toEqual([1, 1, 7]);
  });

  it('separates days at local midnight', () => {
    expect(isSameDay(berlin, Date.UTC(2026, 6, 1, 21, 59), Date.UTC(2026, 6, 1, 22, 1))).toBe(false);
    expect(isSameDay(berlin, Date.UTC(2026, 6, 1, 1), Date.UTC(2026, 6, 1, 21))).toBe(true);
  });

  it.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 12), 23],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 12), 25],
    ['Europe/Berlin', Date.UTC(2026, 5, 1, 12), 24],
    ['America/New_York', Date.UTC(2026, 10, 1, 12), 25],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 5, 12), 24.5],
    // The clock change skips midnight itself.
    ['America/Santiago', Date.UTC(2026, 8, 6, 12), 23],
    ['Africa/Cairo', Date.UTC(2026, 3, 24, 12), 23],
  ])('shows the whole day in %s around %d', (name, atMs, hours) => {
    const { startMs, endMs } = dayOf(createZone(name), atMs);
    expect((endMs - startMs) / HOUR_MS).toBe(hours);
  });

  it('assigns every moment to exactly one day', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/Santiago',
      'Africa/Cairo',
      'America/Havana',
      'Australia/Lord_Howe',
      'Asia/Tehran',
    ];
    const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (name, atMs) => {
        const zone = createZone(name);
        const { startMs, endMs } = dayOf(zone, atMs);
        expect(startMs <= atMs && atMs < endMs).toBe(true);
        expect(dayOf(zone, endMs).startMs).toBe(endMs);
        expect(dayOf(zone, startMs - 1).endMs).toBe(startMs);
        expect(endMs - startMs).toBeGreaterThanOrEqual(23 * HOUR_MS);
        expect(endMs - startMs).toBeLessThanOrEqual(25 * HOUR_MS);
        expect(isSameDay(zone, startMs, endMs - 1)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
