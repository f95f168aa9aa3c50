import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Combine, fillSlots, type HistoryPoint } from './fill-slots.ts';
import { gridOf, HISTORY_RANGES, HISTORY_STEPS, historyRanges, stepStart } from './history-range.ts';
import { type MachineCounters, ratesBetween } from './rates.ts';

const counters: MachineCounters = {
  tickMs: 0,
  cpuBusy: 100,
  cpuTotal: 1_000,
  networkInBytes: 1_000,
  networkOutBytes: 0,
  diskReadBytes: null,
  diskWrittenBytes: 5_000,
};

describe('rates between two readings', () => {
  it('are averages: network in bits, disks in bytes', () => {
    const after = { ...counters, tickMs: 2_000, cpuBusy: 150, cpuTotal: 1_200, networkInBytes: 2_000 };
    expect(ratesBetween(counters, { ...after, diskWrittenBytes: 9_000 })).toEqual({
      cpu: 0.25,
      networkInBps: 4_000,
      networkOutBps: 0,
      diskReadBytesPerS: null,
      diskWrittenBytesPerS: 2_000,
    });
  });

  it.each([
    ['a counter that went back', { networkInBytes: 10 }],
    ['a device that left', { networkInBytes: null }],
    ['no time between them', { tickMs: 0 }],
    ['time that ran backwards', { tickMs: -5 }],
  ])('are unknown after %s', (_title, change) => {
    expect(ratesBetween(counters, { ...counters, tickMs: 1_000, ...change }).networkInBps).toBeNull();
  });

  it('know no processor time if none passed', () => {
    expect(ratesBetween(counters, { ...counters, tickMs: 1_000 }).cpu).toBeNull();
  });

  it('are never negative, and no processor is more than busy', () => {
    const reading = fc.record({
      tickMs: fc.integer({ min: 0, max: 100_000 }),
      cpuBusy: fc.nat(),
      cpuTotal: fc.nat(),
      networkInBytes: fc.option(fc.nat()),
      networkOutBytes: fc.option(fc.nat()),
      diskReadBytes: fc.option(fc.nat()),
      diskWrittenBytes: fc.option(fc.nat()),
    });
    fc.assert(
      fc.property(reading, reading, (before, after) => {
        const rates = ratesBetween(before, after);
        for (const rate of Object.values(rates))
          expect(rate === null || (rate >= 0 && Number.isFinite(rate))).toBe(true);
        expect(rates.cpu ?? 0).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the ranges', () => {
  it.each(historyRanges)('%s is made of rows that are kept as long', (range) => {
    const { stepSeconds, slotSeconds, slots } = HISTORY_RANGES[range];
    const step = HISTORY_STEPS.find((one) => one.stepSeconds === stepSeconds);
    expect(slotSeconds % stepSeconds).toBe(0);
    expect(step?.keptSeconds).toBeGreaterThanOrEqual(slotSeconds * slots);
    expect(slots).toBeLessThanOrEqual(400);
  });

  it.each(historyRanges)('%s ends with the slot that contains now, and its slots are whole steps', (range) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (nowMs) => {
        const { startMs, slotMs, slots } = gridOf(range, nowMs);
        const lastMs = startMs + (slots - 1) * slotMs;
        expect(lastMs).toBeLessThanOrEqual(nowMs);
        expect(lastMs + slotMs).toBeGreaterThan(nowMs);
        expect(stepStart(startMs, HISTORY_RANGES[range].stepSeconds)).toBe(startMs);
      }),
    );
  });
});

describe('slots', () => {
  const grid = { startMs: 1_000, slotMs: 100, slots: 5 };
  const point = fc.record({
    startMs: fc.integer({ min: 900, max: 1_600 }),
    weight: fc.integer({ min: 0, max: 9 }),
    value: fc.option(fc.integer({ min: -50, max: 50 })),
  });

  /** The reference: collects the values of each slot and then combines them. */
  const slowly = (points: readonly HistoryPoint[], combine: Combine): (number | null)[] =>
    [0, 1, 2, 3, 4].map((slot) => {
      const from = grid.startMs + slot * grid.slotMs;
      const here = points.flatMap(({ startMs, weight, value }) =>
        value !== null && weight > 0 && startMs >= from && startMs < from + grid.slotMs
          ? [{ startMs, weight, value }]
          : [],
      );
      if (here.length === 0) return null;
      if (combine === 'max') return Math.max(...here.map(({ value }) => value));
      if (combine === 'last') return here.toSorted((a, b) => a.startMs - b.startMs).at(-1)?.value ?? null;
      const weight = here.reduce((sum, one) => sum + one.weight, 0);
      return here.reduce((sum, one) => sum + one.value * one.weight, 0) / weight;
    });

  it.each(['mean', 'max', 'last'] as const)('hold the %s of their points, like the reference', (combine) => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 30 }), (points) => {
        const expected = slowly(points, combine);
        for (const [slot, value] of fillSlots(points, grid, combine).entries()) {
          const wanted = expected[slot] ?? null;
          if (value === null || wanted === null) expect(value).toBe(wanted);
          else expect(value).toBeCloseTo(wanted, 6);
        }
      }),
    );
  });

  it('without points are gaps', () => {
    expect(fillSlots([{ startMs: 1_150, weight: 1, value: 7 }], grid, 'mean')).toEqual([null, 7, null, null, null]);
  });
});
