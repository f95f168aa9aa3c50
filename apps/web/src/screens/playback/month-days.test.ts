import { createZone } from '@holdfast/ui';
import { describe, expect, it } from 'vitest';
import { firstWeekdayOf, isSameDay, monthDays, monthStart } from './month-days.ts';

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

  it('knows the long day of autumn, and that days follow without a hole', () => {
    const days = monthDays(berlin, monthStart(berlin, Date.UTC(2026, 9, 15)), 1);
    const autumn = days.find(({ number, isInMonth }) => isInMonth && number === 25);
    expect(((autumn?.endMs ?? 0) - (autumn?.startMs ?? 0)) / HOUR_MS).toBe(25);
    days.slice(1).forEach((day, i) => {
      expect(day.startMs).toBe(days[i]?.endMs);
    });
  });

  it('turns the page over the end of the year', () => {
    const december = monthStart(berlin, Date.UTC(2026, 11, 15));
    expect(monthStart(berlin, december, 1)).toBe(Date.UTC(2026, 11, 31, 23));
    expect(monthStart(berlin, december, -12)).toBe(Date.UTC(2025, 10, 30, 23));
  });

  it('begins weeks where people are used to', () => {
    expect(['en-GB', 'de', 'en-US'].map(firstWeekdayOf)).toEqual([1, 1, 7]);
  });

  it('tells days apart by the local midnight', () => {
    expect(isSameDay(berlin, Date.UTC(2026, 6, 1, 21, 59), Date.UTC(2026, 6, 1, 22, 1))).toBe(false);
    expect(isSameDay(berlin, Date.UTC(2026, 6, 1, 1), Date.UTC(2026, 6, 1, 21))).toBe(true);
  });
});
