import { describe, expect, it } from 'vitest';
import { holesIn, planVisits } from './record-on-motion.ts';

describe('what of a visit is not on disk', () => {
  const visit = { startMs: 10_000, endMs: 40_000 };
  it.each([
    ['nothing, of one piece that contains it', [[5_000, 50_000]], []],
    [
      'nothing, of pieces end to end',
      [
        [5_000, 20_000],
        [20_040, 45_000],
      ],
      [],
    ],
    ['all of it, without footage', [], [[10_000, 40_000]]],
    ['its begin', [[12_000, 50_000]], [[10_000, 12_000]]],
    ['its end', [[5_000, 30_000]], [[30_000, 40_000]]],
    [
      'its middle',
      [
        [5_000, 20_000],
        [25_000, 45_000],
      ],
      [[20_000, 25_000]],
    ],
    [
      'all of it, of footage elsewhere',
      [
        [0, 9_000],
        [41_000, 50_000],
      ],
      [[10_000, 40_000]],
    ],
  ] as [string, [number, number][], [number, number][]][])('is %s', (_title, pieces, holes) => {
    const ranges = (pairs: [number, number][]) => pairs.map(([startMs, endMs]) => ({ startMs, endMs }));
    expect(holesIn(ranges(pieces), visit)).toEqual(ranges(holes));
  });
});

describe('the visits of a recording', () => {
  it('take their share of the time, within it, and do not overlap on a camera', () => {
    const visits = planVisits({ cameras: 16, frames: 6_000, visits: 2, activity: 0.1 });
    for (let camera = 0; camera <= 16; camera += 1) {
      const own = visits.filter((visit) => visit.camera === camera);
      expect(own.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0)).toBe(600);
      expect(own[0]?.startFrame).toBeGreaterThanOrEqual(0);
      expect(own[1]?.startFrame).toBeGreaterThan(own[0]?.endFrame ?? 0);
      expect(own[1]?.endFrame).toBeLessThanOrEqual(6_000);
    }
  });
});
