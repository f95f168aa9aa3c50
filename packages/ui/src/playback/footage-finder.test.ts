import { describe, expect, it } from 'vitest';
import { clip, type Span } from '../timeline/lane.ts';
import { findJump, mergeRuns } from './footage-finder.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 5, 30);
const ago = (hours: number) => NOW_MS - hours * HOUR_MS;
const runs: Span[] = [
  { startMs: ago(1000), endMs: ago(900) },
  { startMs: ago(30), endMs: ago(20) },
  { startMs: ago(3), endMs: ago(1) },
];

describe('a jump along the footage', () => {
  const asked: number[] = [];
  const jump = (atMs: number, direction: 'next' | 'previous') => {
    asked.length = 0;
    return findJump(
      async (range, resolutionMs) => {
        asked.push(resolutionMs);
        return clip(runs, range);
      },
      { atMs, nowMs: NOW_MS, direction },
    );
  };

  it('finds what is near with one exact look', async () => {
    expect(await jump(ago(4), 'next')).toBe(ago(3));
    expect(await jump(ago(2), 'previous')).toBe(ago(3));
    expect(asked).toEqual([2_000]);
  });

  it('finds what is weeks away, with ever coarser looks', async () => {
    expect(await jump(ago(800), 'next')).toBe(ago(30));
    expect(await jump(ago(30), 'previous')).toBe(ago(1000));
    expect(asked.length).toBeGreaterThan(2);
  });

  it('finds nothing after the last run and before the first', async () => {
    expect(await jump(ago(0.5), 'next')).toBeUndefined();
    expect(await jump(ago(1001), 'previous')).toBeUndefined();
  });
});

describe('runs of several cameras', () => {
  it('count as one where any has footage', () => {
    const merged = mergeRuns([
      [
        { startMs: 0, endMs: 10 },
        { startMs: 40, endMs: 50 },
      ],
      [{ startMs: 5, endMs: 20 }],
    ]);
    expect(merged).toEqual([
      { startMs: 0, endMs: 20 },
      { startMs: 40, endMs: 50 },
    ]);
  });
});
