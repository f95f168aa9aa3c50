import { describe, expect, it } from 'vitest';
import { LONGEST_SEGMENT_MS, stallLimitMs } from './stall-limit.ts';

describe('line 8: how long a recording may be without a finished segment', () => {
  it.each([
    ['as configured for a camera with a keyframe a second', { ageMs: 400, gapMs: 1_000 }, 30_000],
    ['three times the rhythm of a camera with a keyframe a minute', { ageMs: 400, gapMs: 60_000 }, 180_000],
    ['longer while its second keyframe is still to come', { ageMs: 45_000, gapMs: undefined }, 90_000],
    ['as configured when keyframes that came every second have stopped', { ageMs: 45_000, gapMs: 1_000 }, 30_000],
    ['not for ever when keyframes are far apart', { ageMs: 400, gapMs: 1e9 }, LONGEST_SEGMENT_MS],
    ['not for ever when there was one keyframe alone', { ageMs: 1e9, gapMs: undefined }, LONGEST_SEGMENT_MS],
    ['as configured for a camera that never sent a keyframe', undefined, 30_000],
  ])('is %s', (_title, keyframes, expected) => expect(stallLimitMs(30_000, keyframes)).toBe(expected));

  it('never less than configured', () => {
    expect(stallLimitMs(2 * LONGEST_SEGMENT_MS, { ageMs: 1e9, gapMs: undefined })).toBe(2 * LONGEST_SEGMENT_MS);
  });

  it('is beyond the time since the last keyframe, so that a camera before its second keyframe is not ended', () => {
    for (let ageMs = 0; ageMs < LONGEST_SEGMENT_MS; ageMs += 1_000)
      expect(stallLimitMs(30_000, { ageMs, gapMs: undefined })).toBeGreaterThan(ageMs);
  });
});
