import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyWindows, type TimeOfDay } from './daily-windows.ts';
import { localMinuteOfDay } from './local-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const at = (iso: string) => Date.parse(iso);
const printed = (part: TimeOfDay, from: string, to: string) =>
  dailyWindows(part, { startMs: at(from), endMs: at(to) }).map(({ startMs, endMs }) =>
    [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(5, 16)).join(' '),
  );
const berlin = { timeZone: 'Europe/Berlin' };

describe('a time of day', () => {
  it('is the same clock time on every day', () => {
    expect(printed({ fromMinute: 480, toMinute: 540, ...berlin }, '2026-01-10T00:00Z', '2026-01-12T00:00Z')).toEqual([
      '01-10T07:00 01-10T08:00',
      '01-11T07:00 01-11T08:00',
    ]);
  });

  it('passes midnight if it ends before it begins', () => {
    expect(printed({ fromMinute: 1320, toMinute: 360, ...berlin }, '2026-01-10T00:00Z', '2026-01-11T00:00Z')).toEqual([
      '01-10T00:00 01-10T05:00',
      '01-10T21:00 01-11T00:00',
    ]);
  });

  it.each([
    ['skips the hour that does not exist', '2026-03-28T23:00Z', '2026-03-29T22:00Z', []],
    ['includes both hours of the repeated one', '2026-10-24T22:00Z', '2026-10-25T23:00Z', ['10-25T00:00 10-25T02:00']],
  ])('%s', (_title, from, to, expected) => {
    expect(printed({ fromMinute: 120, toMinute: 180, ...berlin }, from, to)).toEqual(expected);
  });

  it('contains a moment exactly if the clock shows such a time then', () => {
    const minute = fc.integer({ min: 0, max: 1_439 });
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu');
    fc.assert(
      fc.property(
        minute,
        minute,
        zone,
        fc.integer({ min: 0, max: 366 * 24 }),
        fc.integer(),
        (from, to, timeZone, hours, seed) => {
          fc.pre(from !== to);
          const startMs = at('2026-01-01T00:00Z') + hours * HOUR_MS + (Math.abs(seed) % HOUR_MS);
          const range = { startMs, endMs: startMs + 3 * DAY_MS };
          const windows = dailyWindows({ fromMinute: from, toMinute: to, timeZone }, range);
          for (let ms = range.startMs; ms < range.endMs; ms += 17 * 60_000) {
            const now = localMinuteOfDay(ms, timeZone);
            const isWanted = from < to ? now >= from && now < to : now >= from || now < to;
            expect(windows.some((one) => one.startMs <= ms && ms < one.endMs)).toBe(isWanted);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
