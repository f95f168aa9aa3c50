import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepFor, ticksOf } from './ticks.ts';
import { MAX_SPAN_MS, MIN_SPAN_MS, msPerPx, type TimeScale } from './time-scale.ts';
import { createZone } from './zone.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const berlin = createZone('Europe/Berlin');
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'].map(createZone);
const scales = fc
  .record({
    startMs: fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) }),
    spanMs: fc.integer({ min: MIN_SPAN_MS, max: MAX_SPAN_MS }),
    widthPx: fc.integer({ min: 300, max: 2600 }),
  })
  .map(({ startMs, spanMs, widthPx }): TimeScale => ({ startMs, endMs: startMs + spanMs, widthPx }));
const local = (zone: typeof berlin, atMs: number) => new Date(atMs + zone.offsetMs(atMs)).toISOString().slice(11, 16);

describe('the ticks of the ruler', () => {
  it('are in view, in order, at round local times in every zone', () => {
    fc.assert(
      fc.property(scales, fc.constantFrom(...zones), (scale, zone) => {
        const { stepMs, labelled, fine } = ticksOf(scale, zone, 80);
        const moments = labelled.map(({ atMs }) => atMs);
        for (const list of [moments, fine]) {
          expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
          for (const atMs of list) expect(atMs >= scale.startMs && atMs <= scale.endMs).toBe(true);
        }
        const unit = Math.min(stepMs, DAY_MS);
        // A skipped local time is represented by the adjacent moment.
        const odd = moments.filter((atMs) => (atMs + zone.offsetMs(atMs)) % unit !== 0);
        expect(odd.length).toBeLessThanOrEqual(stepMs > HOUR_MS ? 1 : 0);
      }),
      { numRuns: 100 },
    );
  });

  it('never let labels touch', () => {
    fc.assert(
      fc.property(scales, fc.integer({ min: 60, max: 140 }), (scale, labelPx) => {
        expect(stepFor(scale, labelPx) / msPerPx(scale)).toBeGreaterThanOrEqual(Math.min(labelPx, 60));
      }),
    );
  });

  it('show the repeated hour twice', () => {
    const startMs = Date.UTC(2026, 9, 24, 22);
    const { labelled } = ticksOf({ startMs, endMs: startMs + 5 * HOUR_MS, widthPx: 600 }, berlin, 80);
    expect(labelled.map(({ atMs }) => local(berlin, atMs))).toEqual([
      '00:00',
      '01:00',
      '02:00',
      '02:00',
      '03:00',
      '04:00',
    ]);
  });

  it('stay at 0, 6, 12 and 18 across the night the clocks change', () => {
    const startMs = Date.UTC(2026, 2, 28, 11);
    const { labelled } = ticksOf({ startMs, endMs: startMs + 2 * DAY_MS, widthPx: 800 }, berlin, 90);
    expect(labelled.map(({ atMs }) => local(berlin, atMs))).toEqual([
      '12:00',
      '18:00',
      '00:00',
      '06:00',
      '12:00',
      '18:00',
      '00:00',
      '06:00',
      '12:00',
    ]);
    expect(labelled.filter(({ isDay }) => isDay)).toHaveLength(2);
  });
});
