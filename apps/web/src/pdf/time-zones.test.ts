import { describe, expect, it } from 'vitest';
import { timeIn, timeZones, zoneAt } from './time-zones.ts';

describe('the time on a page', () => {
  it.each([
    ['UTC', '17 November 2026 at 18:30:05', 'UTC (GMT+00:00)'],
    ['Europe/Berlin', '17 November 2026 at 19:30:05', 'Europe/Berlin (GMT+01:00)'],
    ['Asia/Kolkata', '18 November 2026 at 00:00:05', 'Asia/Kolkata (GMT+05:30)'],
  ])('is that of %s', (zone, time, name) => {
    const at = '2026-11-17T18:30:05.000Z';
    expect([timeIn(at, zone, 'en-GB'), zoneAt(at, zone)]).toEqual([time, name]);
  });

  it('can be in any zone, the reader’s first', () => {
    const zones = timeZones('Europe/Berlin');
    expect(zones.slice(0, 2)).toEqual(['Europe/Berlin', 'UTC']);
    expect(new Set(zones).size).toBe(zones.length);
  });
});
