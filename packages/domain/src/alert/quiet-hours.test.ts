import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTimeText } from '../time/local-clock.ts';
import { EVERY_DAY, inQuietHours, parseQuietHours } from './quiet-hours.ts';

const quiet = (start: string, end: string, nowIso: string, timeZone = 'UTC', days = EVERY_DAY) => {
  const parsed = parseQuietHours({ start, end, days });
  if (parsed.kind !== 'hours') throw new Error(parsed.kind);
  return inQuietHours({ hours: parsed.hours, nowMs: Date.parse(nowIso), timeZone });
};

describe('quiet hours', () => {
  it.each([
    ['before the start', '2026-11-15T08:59:59.999Z', false],
    ['at the start', '2026-11-15T09:00:00Z', true],
    ['in the last millisecond', '2026-11-15T16:59:59.999Z', true],
    ['at the end', '2026-11-15T17:00:00Z', false],
  ])('from 09:00 to 17:00, %s', (_title, now, expected) => expect(quiet('09:00', '17:00', now)).toBe(expected));

  it.each([
    ['before the start', '2026-11-15T21:59:00Z', false],
    ['at the start', '2026-11-15T22:00:00Z', true],
    ['at midnight', '2026-11-16T00:00:00Z', true],
    ['in the morning', '2026-11-16T06:29:00Z', true],
    ['at the end', '2026-11-16T06:30:00Z', false],
  ])('from 22:00 to 06:30 wrap midnight, %s', (_title, now, expected) =>
    expect(quiet('22:00', '06:30', now)).toBe(expected),
  );

  it.each([
    ['2026-01-15T21:30:00Z', 'Europe/Berlin', true],
    ['2026-07-15T20:30:00Z', 'Europe/Berlin', true],
    ['2026-01-15T20:30:00Z', 'Europe/Berlin', false],
    ['2026-01-15T16:20:00Z', 'Asia/Kathmandu', true],
    ['2026-01-15T16:10:00Z', 'Asia/Kathmandu', false],
    ['2026-01-16T03:30:00Z', 'America/New_York', true],
  ])('from 22:00 to 07:00 are in the time zone: %s in %s', (now, zone, expected) =>
    expect(quiet('22:00', '07:00', now, zone)).toBe(expected),
  );

  it('are shorter in the night that skips an hour', () => {
    // Berlin switches from 02:00 to 03:00 at 01:00 UTC.
    expect(quiet('02:30', '03:30', '2026-03-29T00:59:00Z', 'Europe/Berlin')).toBe(false);
    expect(quiet('02:30', '03:30', '2026-03-29T01:00:00Z', 'Europe/Berlin')).toBe(true);
    expect(quiet('02:30', '03:30', '2026-03-29T01:30:00Z', 'Europe/Berlin')).toBe(false);
  });

  it('occur twice in the night that repeats an hour', () => {
    // Berlin switches from 03:00 back to 02:00 at 01:00 UTC.
    expect(quiet('02:15', '02:45', '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe(true);
    expect(quiet('02:15', '02:45', '2026-10-25T01:00:00Z', 'Europe/Berlin')).toBe(false);
    expect(quiet('02:15', '02:45', '2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe(true);
  });

  it('agree with counting minutes in zones that never change their clocks', () => {
    const clock = fc.integer({ min: 0, max: 1439 });
    const zones = fc.constantFrom(['UTC', 0], ['Etc/GMT-3', 180], ['Etc/GMT+11', -660], ['Asia/Kolkata', 330]);
    fc.assert(
      fc.property(clock, clock, fc.integer({ min: 0, max: 4e12 }), zones, (startMinute, endMinute, nowMs, zone) => {
        const [timeZone, offset] = zone as [string, number];
        fc.pre(startMinute !== endMinute && nowMs > 1e12);
        const minute = (((Math.floor(nowMs / 60_000) + offset) % 1440) + 1440) % 1440;
        let expected = false;
        for (let at = startMinute; at !== endMinute; at = (at + 1) % 1440) if (at === minute) expected = true;
        const days = Array.from({ length: 7 }, () => true);
        expect(inQuietHours({ hours: { startMinute, endMinute, days }, nowMs, timeZone })).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    // The 15th of November 2026 is a Sunday.
    ['on a weekday', '0900', '1700', '2026-11-16T12:00:00Z', true],
    ['not at the weekend', '0900', '1700', '2026-11-15T12:00:00Z', false],
    ['in the night of Friday', '2200', '0600', '2026-11-13T23:00:00Z', true],
    ['on the morning after it', '2200', '0600', '2026-11-14T05:00:00Z', true],
    ['not in the night of Saturday', '2200', '0600', '2026-11-14T23:00:00Z', false],
    ['not on Monday before the first night', '2200', '0600', '2026-11-16T05:00:00Z', false],
  ])('from Monday to Friday, %s', (_title, start, end, now, expected) => {
    const clock = (text: string) => `${text.slice(0, 2)}:${text.slice(2)}`;
    expect(quiet(clock(start), clock(end), now, 'UTC', '1111100')).toBe(expected);
  });

  it('are those of the local weekday', () => {
    // Sunday evening in UTC is Monday morning in Tokyo.
    expect(quiet('06:00', '09:00', '2026-11-15T22:00:00Z', 'Asia/Tokyo', '1000000')).toBe(true);
    expect(quiet('20:00', '23:00', '2026-11-15T22:00:00Z', 'UTC', '1000000')).toBe(false);
  });

  it('agree with marking every minute of a week', () => {
    const clock = fc.integer({ min: 0, max: 1439 });
    const week = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
    // A Monday.
    const mondayMs = Date.parse('2026-11-09T00:00:00Z');
    fc.assert(
      fc.property(
        clock,
        clock,
        week,
        fc.integer({ min: 0, max: 7 * 1440 - 1 }),
        (startMinute, endMinute, days, minute) => {
          fc.pre(startMinute !== endMinute);
          const marked = new Set<number>();
          days.forEach((isQuiet, day) => {
            if (!isQuiet) return;
            const length = (endMinute - startMinute + 1440) % 1440;
            for (let i = 0; i < length; i += 1) marked.add((day * 1440 + startMinute + i) % (7 * 1440));
          });
          const nowMs = mondayMs + minute * 60_000;
          expect(inQuietHours({ hours: { startMinute, endMinute, days }, nowMs, timeZone: 'UTC' })).toBe(
            marked.has(minute),
          );
        },
      ),
    );
  });

  it.each(['', '0000000', '111111', '1111112'])('refuse the days %j', (days) =>
    expect(parseQuietHours({ start: '22:00', end: '06:00', days })).toEqual({ kind: 'refused', reason: 'no-days' }),
  );

  it.each([
    [null, null, { kind: 'none' }],
    ['22:00', null, { kind: 'refused', reason: 'one-end-missing' }],
    ['22:00', '22:00', { kind: 'refused', reason: 'start-equals-end' }],
    ['24:00', '06:00', { kind: 'refused', reason: 'not-a-time' }],
    ['6:00', '07:00', { kind: 'refused', reason: 'not-a-time' }],
    ['22:00', '06:60', { kind: 'refused', reason: 'not-a-time' }],
    ['22:00', '06:30', { kind: 'hours', hours: { startMinute: 1320, endMinute: 390, days: Array(7).fill(true) } }],
  ])('parse %s to %s', (start, end, expected) => expect(parseQuietHours({ start, end })).toEqual(expected));

  it('write a time as the zone reads it', () => {
    const nowMs = Date.parse('2026-11-15T23:02:03.456Z');
    expect(localTimeText(nowMs, 'Europe/Berlin')).toBe('2026-11-16 00:02:03');
    expect(localTimeText(nowMs, 'UTC')).toBe('2026-11-15 23:02:03');
  });
});
