import { addDays, createZone, startOfDay } from '@holdfast/ui';
import { describe, expect, it } from 'vitest';
import { hourMarks, recordedMs, stripPieces } from './day-strip.ts';

const HOUR_MS = 3_600_000;
const day = { startMs: 0, endMs: 24 * HOUR_MS };
const run = (fromHour: number, toHour: number) => ({
  start: new Date(fromHour * HOUR_MS).toISOString(),
  end: new Date(toHour * HOUR_MS).toISOString(),
});

describe('the strip of a day', () => {
  it('has a piece for each run', () =>
    expect(stripPieces([run(0, 6), run(12, 24)], day)).toEqual([
      { from: 0, to: 0.25 },
      { from: 0.5, to: 1 },
    ]));

  it('cuts runs at midnight', () => {
    expect(stripPieces([run(-5, 6)], day)).toEqual([{ from: 0, to: 0.25 }]);
    expect(stripPieces([run(-5, -1), run(25, 26)], day)).toEqual([]);
  });

  it('shows even the shortest run, also at the very end', () => {
    for (const piece of [...stripPieces([run(3, 3.001)], day), ...stripPieces([run(23.9999, 24)], day)]) {
      expect(piece.to - piece.from).toBeGreaterThan(0.001);
      expect(piece.to).toBeLessThanOrEqual(1);
    }
  });

  it('sums the recorded time of the day', () => {
    expect(recordedMs([run(-2, 1), run(3, 4)], day)).toBe(2 * HOUR_MS);
    expect(recordedMs([], day)).toBe(0);
  });
});

describe('the hour marks of a day', () => {
  const berlin = createZone('Europe/Berlin');
  const marksOf = (noon: string) => {
    const startMs = startOfDay(berlin, Date.parse(noon));
    return hourMarks(berlin, { startMs, endMs: addDays(berlin, startMs, 1) });
  };
  const atOf = (noon: string, hour: number) => marksOf(noon).find((mark) => mark.hour === hour)?.at;

  it('are evenly spaced on a day of 24 hours', () =>
    expect(marksOf('2026-11-18T12:00:00Z').map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => n / 8)));

  it('are earlier after an hour that was skipped', () =>
    expect([atOf('2026-03-29T12:00:00Z', 0), atOf('2026-03-29T12:00:00Z', 12)]).toEqual([0, 11 / 23]));

  it('are later after an hour that came twice', () =>
    expect([atOf('2026-10-25T12:00:00Z', 0), atOf('2026-10-25T12:00:00Z', 12)]).toEqual([0, 13 / 25]));
});
