import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BORDER_TOLERANCE_MS } from './coverage.ts';
import { birthOnTime, type SegmentBirth } from './late-birth.ts';

const SEGMENT_MS = 4_000;
const before: SegmentBirth = { bornMs: 100_000, mediaMs: 8_000 };

describe('a segment begins', () => {
  it.each([
    ['with its file, as the first of its run', 104_000, 12_000, undefined, 104_000],
    ['with its file, on time', 104_000, 12_000, before, 104_000],
    ['with its file, within the jitter of a border', 104_250, 12_000, before, 104_250],
    ['near the end of the one before when its first picture was held up', 105_600, 12_000, before, 104_800],
    ['with its file when pictures are missing before it', 106_000, 14_000, before, 106_000],
    ['with its file when it came early, since the one before was late', 103_000, 12_000, before, 103_000],
    ['with its file when the clock was set forward', 106_001, 12_000, before, 106_001],
    ['with its file when the clock was set back', 40_000, 12_000, before, 40_000],
    ['with its file when the camera has begun its time anew', 101_000, 0, before, 101_000],
    ['with its file when its time stands still', 102_000, 8_000, before, 102_000],
  ])('%s', (_, bornMs, mediaMs, earlier, begins) => {
    expect(birthOnTime({ bornMs, mediaMs }, earlier)).toBe(begins);
  });

  const run = (delaysMs: readonly number[], ratio = 1) => {
    let last: SegmentBirth | undefined;
    return delaysMs.map((delayMs, index) => {
      const trueMs = 1_000_000 + index * SEGMENT_MS;
      const mediaMs = Math.round(index * SEGMENT_MS * ratio);
      const bornMs = birthOnTime({ bornMs: trueMs + delayMs, mediaMs }, last);
      last = { bornMs, mediaMs };
      return { trueMs, bornMs };
    });
  };

  it('without a hole where the network held pictures back for up to two seconds, and never before its pictures were taken', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 2, maxLength: 60 }), (delaysMs) => {
        const dated = run(delaysMs);
        for (const [index, { trueMs, bornMs }] of dated.entries()) {
          expect(bornMs).toBeGreaterThanOrEqual(trueMs);
          expect(bornMs).toBeLessThanOrEqual(trueMs + (delaysMs[index] ?? 0));
          const endMs = (dated[index - 1]?.bornMs ?? bornMs) + SEGMENT_MS;
          expect(bornMs - endMs).toBeLessThanOrEqual(BORDER_TOLERANCE_MS);
        }
      }),
    );
  });

  it('follows a delay that stays', () => {
    const delaysMs = Array.from({ length: 20 }, (_, index) => (index === 0 ? 0 : 2_000));
    const last = run(delaysMs).at(-1);
    expect(last?.bornMs).toBe((last?.trueMs ?? 0) + 2_000);
  });

  it('never falls further behind a camera whose time runs slow', () => {
    const dated = run(
      Array.from({ length: 500 }, () => 0),
      0.8,
    );
    for (const [index, { trueMs, bornMs }] of dated.entries()) {
      expect(trueMs - bornMs).toBeLessThanOrEqual(1_000);
      const endMs = (dated[index - 1]?.bornMs ?? bornMs) + SEGMENT_MS * 0.8;
      expect(bornMs - endMs).toBeLessThanOrEqual(BORDER_TOLERANCE_MS);
    }
  });
});
