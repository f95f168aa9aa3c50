import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isScheduledOn, type WeekGrid } from './schedule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const always = Array.from({ length: 7 }, () => '1'.repeat(24));
/** Only this hour, on every day. */
const hourly = (hour: number): WeekGrid => always.map(() => `${'0'.repeat(hour)}1${'0'.repeat(23 - hour)}`);

/** How long it records between two times. */
const recordedMs = (grid: WeekGrid, fromMs: number, toMs: number, timeZone: string): number => {
  let sum = 0;
  for (let nowMs = fromMs; nowMs < toMs; nowMs += MINUTE_MS)
    if (isScheduledOn(grid, { nowMs, timeZone })) sum += MINUTE_MS;
  return sum;
};

describe('a schedule on the days the clocks change', () => {
  const berlin = 'Europe/Berlin';
  const spring = { fromMs: Date.UTC(2026, 2, 28, 23), toMs: Date.UTC(2026, 2, 29, 22) };
  const autumn = { fromMs: Date.UTC(2026, 9, 24, 22), toMs: Date.UTC(2026, 9, 25, 23) };

  it.each([
    ['the hour that is skipped', spring, 2, 0],
    ['the hour before it', spring, 1, 1],
    ['the hour after it', spring, 3, 1],
    ['the hour that comes twice', autumn, 2, 2],
    ['the hour before that', autumn, 1, 1],
    ['the hour after that', autumn, 3, 1],
    ['any other hour', autumn, 20, 1],
  ])('records %s by wall-clock time', (_title, { fromMs, toMs }, hour, hours) => {
    expect(recordedMs(hourly(hour), fromMs, toMs, berlin) / HOUR_MS).toBe(hours);
  });

  it('covers all of a day of 23 or 25 hours, or none of it', () => {
    for (const [{ fromMs, toMs }, hours] of [
      [spring, 23],
      [autumn, 25],
    ] as const) {
      expect(recordedMs(always, fromMs, toMs, berlin) / HOUR_MS).toBe(hours);
      expect(
        recordedMs(
          always.map(() => '0'.repeat(24)),
          fromMs,
          toMs,
          berlin,
        ),
      ).toBe(0);
    }
  });

  it('uses the weekday and hour of the time zone at every moment', () => {
    const zones = ['UTC', berlin, 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (timeZone, nowMs) => {
        const shown = new Date(nowMs).toLocaleString('sv-SE', { timeZone });
        const local = new Date(`${shown.replace(' ', 'T')}Z`);
        const [day, hour] = [(local.getUTCDay() + 6) % 7, local.getUTCHours()];
        const grid = always.map((row, i) => (i === day ? `${row.slice(0, hour)}0${row.slice(hour + 1)}` : row));
        expect(isScheduledOn(grid, { nowMs, timeZone })).toBe(false);
        expect(
          isScheduledOn(
            always.map((row, i) => (i === day ? row : '0'.repeat(24))),
            { nowMs, timeZone },
          ),
        ).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('records where the grid cannot be read', () => {
    expect(isScheduledOn([], { nowMs: 0, timeZone: 'UTC' })).toBe(true);
  });
});
