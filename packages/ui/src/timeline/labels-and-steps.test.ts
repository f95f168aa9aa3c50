import { describe, expect, it } from 'vitest';
import { keyStepMs } from './key-step.ts';
import { laneBody, lanePxFor, lanesLayout, layoutOf } from './layout.ts';
import { createTimeLabels } from './time-labels.ts';

const HOUR_MS = 3_600_000;

describe('times on the ruler', () => {
  const labels = createTimeLabels('de', 'Europe/Berlin');

  it('use the time zone and the language', () => {
    const atMs = Date.UTC(2026, 9, 24, 22, 30, 5);
    expect([labels.clock(atMs, false), labels.clock(atMs, true)]).toEqual(['00:30', '00:30:05']);
    expect(labels.date(atMs)).toMatch(/^So\.?, 25\. Okt\.?$/);
  });

  it('are right on both sides of the repeated hour', () => {
    const twice = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
    expect(twice.map((atMs) => labels.clock(atMs, false))).toEqual(['02:30', '02:30']);
  });
});

describe('a step of the arrow keys', () => {
  const over = (spanMs: number) => ({ startMs: 0, endMs: spanMs, widthPx: 1_000 });

  it('follows the zoom in round numbers, and is larger with Shift', () => {
    expect([HOUR_MS, 24 * HOUR_MS, 30 * 24 * HOUR_MS].map((spanMs) => keyStepMs(over(spanMs), false) / 1000)).toEqual([
      60, 600, 21_600,
    ]);
    expect(keyStepMs(over(HOUR_MS), true)).toBe(300_000);
  });

  it('is never less than a second', () => expect(keyStepMs(over(4_000), false)).toBe(1_000));
});

describe('lanes', () => {
  it('do not touch, and are taller on touch screens', () => {
    const layout = layoutOf({ lanes: 3, lanePx: 30 });
    const bodies = [0, 1, 2].map((lane) => laneBody(layout, lane));
    bodies.slice(1).forEach(({ top }, i) => {
      expect(top).toBeGreaterThan((bodies[i]?.top ?? 0) + (bodies[i]?.height ?? 0));
    });
    expect((bodies[2]?.top ?? 0) + (bodies[2]?.height ?? 0)).toBeLessThanOrEqual(layout.heightPx);
    expect(lanePxFor(2, { isTouch: true })).toBeGreaterThan(lanePxFor(2, { isTouch: false }));
    expect(lanePxFor(16, { isTouch: false })).toBeLessThan(lanePxFor(4, { isTouch: false }));
    const [phone, desk] = [390, 1_440].map((widthPx) => lanesLayout(2, { widthPx, isTouch: false }).clearPx);
    expect([(phone ?? 0) > 0, desk]).toEqual([true, 0]);
  });
});
