import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PictureClock } from './picture-clock.ts';

const STEP = 4_500;
const STEP_MS = 50;

function placeAll(
  times: readonly number[],
  {
    arrivedMs = (index) => index * STEP_MS,
    mayReorder = false,
  }: { arrivedMs?: (index: number) => number; mayReorder?: boolean } = {},
) {
  const clock = new PictureClock();
  const ticks = times.map((time, i) => clock.place(time >>> 0, { arrivedMs: arrivedMs(i), mayReorder }));
  return { clock, ticks };
}
const steps = (ticks: readonly number[]) => ticks.slice(1).map((one, i) => one - (ticks[i] ?? 0));
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("a camera's timestamps as continuous ticks", () => {
  it('are exact, across the wrap and for any interval', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(gaps, fc.nat(2 ** 32 - 1), (advances, start) => {
        let at = start;
        const times = [start, ...advances.map((advance) => (at += advance))];
        const { ticks, clock } = placeAll(times, { arrivedMs: (i) => ((times[i] ?? 0) - start) / 90 });
        expect(steps(ticks)).toEqual(advances);
        expect(clock.counts).toEqual({ strays: 0, jumps: 0 });
      }),
    );
  });

  it('may go back if pictures are reordered', () => {
    const times = [0, 4, 2, 1, 3, 8, 6, 5, 7].map((i) => i * STEP);
    const { ticks } = placeAll(times, { mayReorder: true, arrivedMs: (i) => i * STEP_MS });
    expect(ticks).toEqual(times);
  });

  it('are unaffected by pictures that arrive late and together', () => {
    const { ticks, clock } = placeAll(
      range(100).map((i) => i * STEP),
      { arrivedMs: (i) => Math.max(i * STEP_MS, i > 20 && i < 60 ? 60 * STEP_MS : 0) },
    );
    expect(new Set(steps(ticks))).toEqual(new Set([STEP]));
    expect(clock.counts).toEqual({ strays: 0, jumps: 0 });
  });

  it.each([
    ['hours ahead', 3_600 * 90_000],
    ['hours back', -3_600 * 90_000],
  ])('a single timestamp that is %s is not used', (_title, off) => {
    const { ticks, clock } = placeAll(range(40).map((i) => i * STEP + (i % 10 === 5 ? off : 0)));
    expect(Math.max(...steps(ticks))).toBeLessThanOrEqual(2 * STEP);
    expect(Math.min(...steps(ticks))).toBeGreaterThan(0);
    expect(clock.counts).toEqual({ strays: 4, jumps: 0 });
    expect(ticks.at(-1)).toBe(39 * STEP);
  });

  it.each([
    ['back', -50_000_000],
    ['ahead', 900_000_000],
  ])('a clock that is set %s while streaming is followed without a gap', (_title, off) => {
    const { ticks, clock } = placeAll(range(60).map((i) => i * STEP + (i >= 30 ? off : 0)));
    expect(clock.counts.jumps).toBe(1);
    expect(Math.max(...steps(ticks))).toBeLessThan(3 * STEP);
    expect(Math.min(...steps(ticks))).toBeGreaterThan(0);
    expect(Math.abs((ticks.at(-1) ?? 0) - 59 * STEP)).toBeLessThan(3 * STEP);
  });

  it('a frozen clock is replaced by the arrivals, and used again when it advances', () => {
    const frozenFrom = 20;
    const frozenTo = 400;
    const times = range(500).map((i) => (i < frozenFrom ? i : i < frozenTo ? frozenFrom : i - 380) * STEP);
    const { ticks, clock } = placeAll(times, { arrivedMs: (i) => i * STEP_MS + ((i * 7919) % 13) });
    expect(Math.min(...steps(ticks))).toBeGreaterThan(0);
    expect(Math.abs((ticks[frozenTo - 1] ?? 0) - (frozenTo - 1) * STEP)).toBeLessThan(90 * 60);
    expect(clock.isFrozen).toBe(false);
    expect(steps(ticks).slice(-50)).toEqual(range(50).map(() => STEP));
    const still = placeAll(range(10).map(() => 7));
    expect(still.clock.isFrozen).toBe(true);
  });

  it('equal timestamps of two pictures are spread', () => {
    const { ticks } = placeAll(range(100).map((i) => Math.floor(i / 2) * 2 * STEP));
    for (const step of steps(ticks).slice(40)) expect(Math.abs(step - STEP)).toBeLessThan(STEP / 8);
  });

  it('of a restarted sender continue after the previous ones', () => {
    const clock = new PictureClock();
    clock.place(1_000_000, { arrivedMs: 0, mayReorder: false });
    clock.place(1_004_500, { arrivedMs: 50, mayReorder: false });
    clock.restart();
    const [one, two] = [5, 4_505].map((time, i) => clock.place(time, { arrivedMs: 100 + i * 50, mayReorder: false }));
    expect(two).toBe((one ?? 0) + STEP);
    expect(one).toBeGreaterThan(STEP);
  });

  it('always increase, whatever a camera sends', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2 ** 32 - 1), fc.nat(5_000)), { maxLength: 60 }), (stamps) => {
        let nowMs = 0;
        const clock = new PictureClock();
        let last = Number.NEGATIVE_INFINITY;
        for (const [time, laterMs] of stamps) {
          nowMs += laterMs;
          const ticks = clock.place(time, { arrivedMs: nowMs, mayReorder: false });
          expect(ticks).toBeGreaterThan(last);
          expect(Number.isSafeInteger(ticks)).toBe(true);
          last = ticks;
        }
      }),
    );
  });
});
