import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameClock } from './frame-clock.ts';

const AT = 1_800_000_000_000;

describe('the capture time', () => {
  it('is the timestamp on our clock, whatever delays the frames had', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 2, maxLength: 200 }), (delays) => {
        const clock = createFrameClock();
        clock.place({ timestampMs: 0, arrivedMs: AT });
        let arrivedMs = AT;
        delays.forEach((delayMs, i) => {
          const timestampMs = (i + 1) * 200;
          arrivedMs = Math.max(arrivedMs, AT + timestampMs + delayMs);
          const placed = clock.place({ timestampMs, arrivedMs });
          expect(placed.capturedMs).toBe(AT + timestampMs);
          expect(placed.lagMs).toBe(arrivedMs - AT - timestampMs);
        });
      }),
    );
  });

  it('follows a camera whose clock drifts', () => {
    const clock = createFrameClock();
    let lagMs = 0;
    for (let i = 0; i < 5 * 3600; i += 1) lagMs = clock.place({ timestampMs: i * 198, arrivedMs: AT + i * 200 }).lagMs;
    expect(lagMs).toBeLessThan(1_500);
  });

  it.each([
    ['back', -3_600_000],
    ['ahead', 3_600_000],
  ])('starts again when the camera sets its clock %s', (_title, stepMs) => {
    const clock = createFrameClock();
    for (let i = 0; i < 10; i += 1) clock.place({ timestampMs: 9_000_000 + i * 200, arrivedMs: AT + i * 200 });
    const placed = clock.place({ timestampMs: 9_002_000 + stepMs, arrivedMs: AT + 2_000 });
    expect(placed).toEqual({ capturedMs: AT + 2_000, lagMs: 0 });
  });

  it('is unchanged while a decoder that was blocked for half a minute catches up', () => {
    const clock = createFrameClock();
    clock.place({ timestampMs: 0, arrivedMs: AT });
    for (let i = 1; i <= 150; i += 1) {
      const placed = clock.place({ timestampMs: i * 200, arrivedMs: AT + 30_000 + i });
      expect(placed.capturedMs).toBe(AT + i * 200);
    }
  });

  it('shows the lag of a decoder that is too slow', () => {
    const clock = createFrameClock();
    let lagMs = 0;
    for (let i = 0; i < 100; i += 1) lagMs = clock.place({ timestampMs: i * 200, arrivedMs: AT + i * 300 }).lagMs;
    expect(lagMs).toBeGreaterThan(8_000);
  });
});
