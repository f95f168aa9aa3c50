import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localMinuteOfDay, localTimeText, localTimeWithOffset } from './local-clock.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo'];
const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) }).map((ms) => ms - (ms % 1000));

describe('the clock of a zone', () => {
  it('with its offset identifies each second uniquely, also in the repeated hour', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (timeZone, atMs) => {
        const text = localTimeWithOffset(atMs, timeZone);
        const [day, time, offset] = text.split(' ');
        expect(Date.parse(`${day}T${time}${offset}`)).toBe(atMs);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['2026-10-25T00:30:00Z', '2026-10-25 02:30:00 +02:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25 02:30:00 +01:00'],
    ['2026-03-29T00:59:59Z', '2026-03-29 01:59:59 +01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29 03:00:00 +02:00'],
  ])('%s is %s in Berlin', (moment, text) => {
    expect(localTimeWithOffset(Date.parse(moment), 'Europe/Berlin')).toBe(text);
    expect(localTimeText(Date.parse(moment), 'Europe/Berlin')).toBe(text.slice(0, 19));
    const [, hour, minute] = /(\d\d):(\d\d):/.exec(text) ?? [];
    expect(localMinuteOfDay(Date.parse(moment), 'Europe/Berlin')).toBe(Number(hour) * 60 + Number(minute));
  });
});
