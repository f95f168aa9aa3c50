import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clockDifference, clockPicture, drawClock, readClock } from './clock-picture.ts';

const rgbaOf = (grey: Uint8Array) => Uint8Array.from(Array.from(grey).flatMap((value) => [value, value, value, 255]));

it('reads back what it drew', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
      const read = readClock(rgbaOf(drawClock(ms)));
      expect(read).toBeDefined();
      expect(clockDifference(read as number, ms)).toBe(0);
    }),
    { numRuns: 20 },
  );
});

it('rejects a picture without a clock', () => {
  expect(readClock(new Uint8Array(clockPicture.width * clockPicture.height * 4).fill(200))).toBeUndefined();
});
