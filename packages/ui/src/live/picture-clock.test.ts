import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Arrival, advancePictureClock, type PictureClock, pictureAgeMs } from './picture-clock.ts';

const clockOf = (...arrivals: Arrival[]) => {
  const clock = arrivals.reduce<PictureClock | undefined>(advancePictureClock, undefined);
  if (!clock) throw new Error('nothing arrived');
  return clock;
};

describe('the age of a live picture', () => {
  it('is zero for a picture that has just arrived', () => {
    const clock = clockOf({ tickMs: 5_000, mediaEndS: 100 });
    expect(pictureAgeMs(clock, { mediaS: 100, tickMs: 5_000 })).toBe(0);
  });

  it('grows while nothing new arrives', () => {
    const clock = clockOf({ tickMs: 5_000, mediaEndS: 100 });
    expect(pictureAgeMs(clock, { mediaS: 100, tickMs: 27_000 })).toBe(22_000);
  });

  it('includes the delay of a late picture, if the link was faster before', () => {
    const clock = clockOf({ tickMs: 0, mediaEndS: 0 }, { tickMs: 9_000, mediaEndS: 1 });
    expect(pictureAgeMs(clock, { mediaS: 1, tickMs: 9_000 })).toBeCloseTo(8_000, -2);
  });

  it('is corrected by a picture that arrived faster than the first, as after a burst of old ones', () => {
    const clock = clockOf({ tickMs: 1_000, mediaEndS: 96 }, { tickMs: 1_010, mediaEndS: 100 });
    expect(pictureAgeMs(clock, { mediaS: 100, tickMs: 1_010 })).toBe(0);
    expect(pictureAgeMs(clock, { mediaS: 96, tickMs: 1_010 })).toBe(4_000);
  });

  it('does not grow with a camera whose clock runs a little slow', () => {
    const arrivals = Array.from({ length: 3_600 }, (_, second) => ({
      tickMs: second * 1_000,
      mediaEndS: second * 0.9995,
    }));
    const clock = clockOf(...arrivals);
    const last = arrivals.at(-1) ?? { tickMs: 0, mediaEndS: 0 };
    expect(pictureAgeMs(clock, { mediaS: last.mediaEndS, tickMs: last.tickMs })).toBeLessThan(1);
  });

  it('is never less than the true age, once one picture arrived without delay', () => {
    const arrivals = fc.array(
      fc.record({ gapMs: fc.integer({ min: 1, max: 2_000 }), delayMs: fc.integer({ min: 0, max: 20_000 }) }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(arrivals, (gaps) => {
        let takenMs = 0;
        const all = gaps.map(({ gapMs, delayMs }) => {
          takenMs += gapMs;
          return { tickMs: takenMs + delayMs, mediaEndS: takenMs / 1000 };
        });
        const ordered = all.toSorted((a, b) => a.tickMs - b.tickMs);
        const prompt = [{ tickMs: 0, mediaEndS: 0 }, ...ordered];
        const clock = clockOf(...prompt);
        const last = prompt.at(-1) ?? { tickMs: 0, mediaEndS: 0 };
        const trueAgeMs = last.tickMs - last.mediaEndS * 1000;
        const ageMs = pictureAgeMs(clock, { mediaS: last.mediaEndS, tickMs: last.tickMs });
        // Up to the drift that is allowed for.
        expect(ageMs).toBeGreaterThanOrEqual(trueAgeMs - last.tickMs * 0.001 - 1);
        expect(ageMs).toBeLessThanOrEqual(trueAgeMs + 1);
      }),
    );
  });
});
