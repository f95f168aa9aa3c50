import { describe, expect, it } from 'vitest';
import { recordedMs, stripPieces } from './day-strip.ts';

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
