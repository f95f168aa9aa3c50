import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DATE_TOLERANCE_MS } from '../playback/plan-playback.ts';
import { clockLines } from './clock-lines.ts';
import { cutStretches, mediaRange, planExport } from './plan-export.ts';

const segment = (id: number, startMs: number, durationMs = 4_000, parameterHash = 'a') => ({
  id,
  startMs,
  durationMs,
  parameterHash,
});

describe('the plan of an export', () => {
  it('puts a stretch into one file without gaps', () => {
    const [file, ...others] = planExport([segment(1, 1_000), segment(2, 5_000), segment(3, 9_000)]);
    expect(others).toEqual([]);
    expect(file?.segments.map(({ mediaOffsetMs }) => mediaOffsetMs)).toEqual([0, 4_000, 8_000]);
    expect(file?.stretches).toEqual([{ startMs: 1_000, endMs: 13_000, mediaOffsetMs: 0 }]);
  });

  it('cuts out a hole and records its position', () => {
    const [file] = planExport([segment(1, 0), segment(2, 64_000)]);
    expect(file?.segments.map(({ mediaOffsetMs }) => mediaOffsetMs)).toEqual([0, 4_000]);
    expect(file?.stretches).toEqual([
      { startMs: 0, endMs: 4_000, mediaOffsetMs: 0 },
      { startMs: 64_000, endMs: 68_000, mediaOffsetMs: 4_000 },
    ]);
  });

  it('begins another file where the video format changes', () => {
    const files = planExport([segment(1, 0), segment(2, 4_000, 4_000, 'b'), segment(3, 8_000, 4_000, 'b')]);
    expect(files.map(({ segments }) => segments.map(({ id }) => id))).toEqual([[1], [2, 3]]);
    expect(files[1]?.segments[0]?.mediaOffsetMs).toBe(0);
  });

  it('follows the wall clock through a day of small differences', () => {
    const segments = Array.from({ length: 1_000 }, (_, i) => segment(i, i * 4_003));
    const last = planExport(segments)[0]?.segments.at(-1);
    expect(last?.mediaOffsetMs).toBe(999 * 4_003);
  });

  it.each([3_920, 4_080])(
    'knows when each picture was taken though four seconds of a camera are %i ms',
    (durationMs) => {
      const segments = Array.from({ length: 900 }, (_, i) => segment(i, i * 4_000, durationMs));
      const [file, ...others] = planExport(segments);
      expect(others).toEqual([]);
      const { stretches = [], segments: placed = [] } = file ?? {};
      expect(stretches.length).toBeLessThan(250);
      for (const { startMs, mediaOffsetMs } of placed) {
        const stretch = stretches.findLast((one) => one.mediaOffsetMs <= mediaOffsetMs);
        const dateMs = (stretch?.startMs ?? Number.NaN) + mediaOffsetMs - (stretch?.mediaOffsetMs ?? 0);
        expect(Math.abs(dateMs - startMs)).toBeLessThanOrEqual(DATE_TOLERANCE_MS);
      }
      const [end, lines] = [stretches.at(-1)?.endMs ?? 0, [...clockLines(stretches, 'UTC')]];
      expect(Math.abs(end - 3_600_000)).toBeLessThanOrEqual(DATE_TOLERANCE_MS + 80);
      // Every picture has a clock line, from the first to the end of the last.
      expect(lines[0]?.fromMs).toBe(0);
      expect(lines.slice(1).every(({ fromMs }, i) => fromMs === lines[i]?.toMs)).toBe(true);
      const last = placed.at(-1);
      expect(lines.at(-1)?.toMs).toBe((last?.mediaOffsetMs ?? 0) + durationMs);
      expect(mediaRange(stretches, { startMs: 0, endMs: 3_600_000 + 80 }).endMs).toBeGreaterThan(
        last?.mediaOffsetMs ?? 0,
      );
    },
  );

  it('never lets two segments overlap, for any clocks', () => {
    const clocks = fc.array(fc.record({ step: fc.integer({ min: -3_000, max: 10_000 }), long: fc.nat(8_000) }), {
      minLength: 1,
      maxLength: 50,
    });
    fc.assert(
      fc.property(clocks, (steps) => {
        let at = 1_000_000;
        const segments = steps.map(({ step, long }, id) => {
          at += step;
          return segment(id, at, long);
        });
        const [file] = planExport(segments);
        const placed = file?.segments ?? [];
        return (
          placed.length === segments.length &&
          placed.every(({ mediaOffsetMs }, i) => {
            const before = placed[i - 1];
            return !before || mediaOffsetMs >= before.mediaOffsetMs + before.durationMs;
          })
        );
      }),
    );
  });
});

describe('a part of a file', () => {
  const [file] = planExport([segment(1, 10_000), segment(2, 14_000), segment(3, 100_000)]);
  const stretches = file?.stretches ?? [];

  it('is found by the wall clock', () => {
    expect(mediaRange(stretches, { startMs: 12_000, endMs: 102_000 })).toEqual({ startMs: 2_000, endMs: 10_000 });
    expect(mediaRange(stretches, { startMs: 0, endMs: 999_000 })).toEqual({ startMs: 0, endMs: 12_000 });
  });

  it('keeps the overlapping stretches', () => {
    expect(cutStretches(stretches, { startMs: 2_000, endMs: 10_000 })).toEqual([
      { startMs: 12_000, endMs: 18_000, mediaOffsetMs: 0 },
      { startMs: 100_000, endMs: 102_000, mediaOffsetMs: 6_000 },
    ]);
    expect(cutStretches(stretches, { startMs: 9_000, endMs: 10_000 })).toEqual([
      { startMs: 101_000, endMs: 102_000, mediaOffsetMs: 0 },
    ]);
  });
});
