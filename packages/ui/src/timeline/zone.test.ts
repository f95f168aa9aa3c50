import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, createZone, startOfDay } from './zone.ts';

const HOUR_MS = 3_600_000;
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Santiago'];
const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });

describe('a time zone', () => {
  it('has the same offset as the browser at any moment', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (name, atMs) => {
        const shown = new Intl.DateTimeFormat('en-GB', { timeZone: name, hour: '2-digit', minute: '2-digit' });
        const local = new Date(atMs + createZone(name).offsetMs(atMs)).toISOString().slice(11, 16);
        expect(local).toBe(shown.format(atMs));
      }),
      { numRuns: 200 },
    );
  });

  it('finds the moment of every local time that exists', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (name, atMs) => {
        const zone = createZone(name);
        const localMs = atMs + zone.offsetMs(atMs);
        const found = zone.momentOf(localMs);
        expect(found + zone.offsetMs(found)).toBe(localMs);
      }),
      { numRuns: 200 },
    );
  });

  it('has days of 23 and 25 hours when the clocks change', () => {
    const berlin = createZone('Europe/Berlin');
    const spring = startOfDay(berlin, Date.UTC(2026, 2, 29, 12));
    const autumn = startOfDay(berlin, Date.UTC(2026, 9, 25, 12));
    expect((addDays(berlin, spring, 1) - spring) / HOUR_MS).toBe(23);
    expect((addDays(berlin, autumn, 1) - autumn) / HOUR_MS).toBe(25);
  });

  it('maps a skipped local time to a moment next to the skip', () => {
    const berlin = createZone('Europe/Berlin');
    const skipped = Date.UTC(2026, 2, 29, 2, 30);
    expect(Math.abs(berlin.momentOf(skipped) - Date.UTC(2026, 2, 29, 1))).toBeLessThanOrEqual(HOUR_MS);
  });
});
