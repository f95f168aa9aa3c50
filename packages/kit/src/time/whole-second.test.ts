import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toWholeSecond } from './whole-second.ts';

it('ends at a whole second, at most half a second earlier or later than asked', () => {
  const times = fc.record({
    waitMs: fc.double({ min: 1_000, max: 1e7, noNaN: true }),
    nowMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  });
  fc.assert(
    fc.property(times, ({ waitMs, nowMs }) => {
      const endMs = nowMs + toWholeSecond(waitMs, nowMs);
      expect(Math.abs(endMs - nowMs - waitMs)).toBeLessThan(500.01);
      expect(Math.abs(endMs - Math.round(endMs / 1_000) * 1_000)).toBeLessThan(0.01);
    }),
  );
});

it('ends at a whole step, if it is that long', () => {
  expect(toWholeSecond(5_000, 12_345, 5_000)).toBe(15_000 - 12_345);
  expect(toWholeSecond(5_000, 13_345, 5_000)).toBe(20_000 - 13_345);
  expect(toWholeSecond(10_000, 15_000.2, 5_000)).toBeCloseTo(9_999.8);
  expect(toWholeSecond(2_000, 12_345, 5_000)).toBe(14_000 - 12_345);
});

it('leaves short waits alone', () => expect(toWholeSecond(20, 12_345)).toBe(20));
