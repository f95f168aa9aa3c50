import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutRuns, mediaRange, planExport } from './plan-export.ts';

const segment = (id: number, startMs: number, durationMs = 4_000, parameterHash = 'a') => ({
  id,
  startMs,
  durationMs,
  parameterHash,
});

describe('the plan of an export', () => {
  it('lays a run end to end in one file', () => {
    const [file, ...others] = planExport([segment(1, 1_000), segment(2, 5_000), segment(3, 9_000)]);
    expect(others).toEqual([]);
    expect(file?.segments.map(({ mediaOffsetMs }) => mediaOffsetMs)).toEqual([0, 4_000, 8_000]);
    expect(file?.runs).toEqual([{ startMs: 1_000, endMs: 13_000, mediaOffsetMs: 0 }]);
  });

  it('cuts a hole out and remembers where', () => {
    const [file] = planExport([segment(1, 0), segment(2, 64_000)]);
    expect(file?.segments.map(({ mediaOffsetMs }) => mediaOffsetMs)).toEqual([0, 4_000]);
    expect(file?.runs).toEqual([
      { startMs: 0, endMs: 4_000, mediaOffsetMs: 0 },
      { startMs: 64_000, endMs: 68_000, mediaOffsetMs: 4_000 },
    ]);
  });

  it('begins another file where the picture changes its form', () => {
    const files = planExport([segment(1, 0), segment(2, 4_000, 4_000, 'b'), segment(3, 8_000, 4_000, 'b')]);
    expect(files.map(({ segments }) => segments.map(({ id }) => id))).toEqual([[1], [2, 3]]);
    expect(files[1]?.segments[0]?.mediaOffsetMs).toBe(0);
  });

  it('follows the wall clock through a day of small differences', () => {
    const segments = Array.from({ length: 1_000 }, (_, i) => segment(i, i * 4_003));
    const last = planExport(segments)[0]?.segments.at(-1);
    expect(last?.mediaOffsetMs).toBe(999 * 4_003);
  });

  it('never lets two segments overlap, whatever their clocks say', () => {
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
  const runs = file?.runs ?? [];

  it('is found by the wall clock', () => {
    expect(mediaRange(runs, { startMs: 12_000, endMs: 102_000 })).toEqual({ startMs: 2_000, endMs: 10_000 });
    expect(mediaRange(runs, { startMs: 0, endMs: 999_000 })).toEqual({ startMs: 0, endMs: 12_000 });
  });

  it('keeps the runs it touches', () => {
    expect(cutRuns(runs, { startMs: 2_000, endMs: 10_000 })).toEqual([
      { startMs: 12_000, endMs: 18_000, mediaOffsetMs: 0 },
      { startMs: 100_000, endMs: 102_000, mediaOffsetMs: 6_000 },
    ]);
    expect(cutRuns(runs, { startMs: 9_000, endMs: 10_000 })).toEqual([
      { startMs: 101_000, endMs: 102_000, mediaOffsetMs: 0 },
    ]);
  });
});
