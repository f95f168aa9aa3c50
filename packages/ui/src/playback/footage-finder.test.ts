import { mergeIntervals, STRETCH_TOLERANCE_MS } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import { clip, type Span } from '../timeline/lane.ts';
import { allRuns, findFootageBefore, findJump, mergeRuns } from './footage-finder.ts';
import { createMediaMap } from './media-map.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 5, 30);
const ago = (hours: number) => NOW_MS - hours * HOUR_MS;
const runs: Span[] = [
  { startMs: ago(1000), endMs: ago(900) },
  { startMs: ago(30), endMs: ago(20) },
  { startMs: ago(3), endMs: ago(1) },
];

describe('a jump to the next or previous run', () => {
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

  it('finds a near run with one exact query', async () => {
    expect(await jump(ago(4), 'next')).toBe(ago(3));
    expect(await jump(ago(2), 'previous')).toBe(ago(3));
    expect(asked).toEqual([STRETCH_TOLERANCE_MS]);
  });

  it('finds the footage after the smallest hole that stops a player', async () => {
    const pieces = [0, 4_000 + STRETCH_TOLERANCE_MS + 1].map((afterMs) => ({
      wallMs: ago(1) + afterMs,
      durationSeconds: 4,
    }));
    const map = createMediaMap(pieces.map((piece, index) => ({ ...piece, mediaSeconds: index * 4 })));
    const atMs = ago(1) + 4_500;
    expect(map.toMedia(atMs)).toBeUndefined();
    const seen = pieces.map(({ wallMs }) => ({ startMs: wallMs, endMs: wallMs + 4_000 }));
    const found = await findJump(
      async (range, resolutionMs) => mergeIntervals(clip(seen, range), { toleranceMs: resolutionMs }),
      { atMs, nowMs: NOW_MS, direction: 'next' },
    );
    expect(found).toBe(pieces[1]?.wallMs);
  });

  it('finds runs weeks away with ever coarser queries', async () => {
    expect(await jump(ago(800), 'next')).toBe(ago(30));
    expect(await jump(ago(30), 'previous')).toBe(ago(1000));
    expect(asked.length).toBeGreaterThan(2);
  });

  it('finds nothing after the last run and before the first', async () => {
    expect(await jump(ago(0.5), 'next')).toBeUndefined();
    expect(await jump(ago(1001), 'previous')).toBeUndefined();
  });
});

describe('playing backwards out of a run', () => {
  const before = (atMs: number, footage: readonly Span[] = runs) =>
    findFootageBefore(
      async (range, resolutionMs) => mergeIntervals(clip(footage, range), { toleranceMs: resolutionMs }),
      atMs,
    );

  it.each([
    ['hours of it lie before a short hole', ago(1) + 60_000, ago(1)],
    ['the hole is a day long', ago(3) - 1, ago(20)],
    ['the hole is weeks long', ago(30) - 1, ago(900)],
  ])('continues at the end of the footage before, where %s', async (_title, atMs, endMs) => {
    const found = await before(atMs);
    expect(found).toBeLessThan(endMs);
    expect(found).toBeGreaterThan(endMs - 500);
  });

  it('moves back from the very end of a run', async () => {
    expect(await before(ago(1))).toBeLessThan(ago(1));
    expect(await before(ago(2))).toBeLessThan(ago(2));
  });

  it('moves to the beginning of footage shorter than a picture', async () => {
    const spark = { startMs: ago(2), endMs: ago(2) + 40 };
    expect(await before(ago(1), [spark])).toBe(spark.startMs);
  });

  it('stops before the first run', async () => expect(await before(ago(1001))).toBeUndefined());
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

  it('are jumped to one by one, even if one of them never ends', async () => {
    const always = { startMs: ago(10), endMs: NOW_MS };
    const door = [1.5, 1, 0.5].map((hours) => ({ startMs: ago(hours), endMs: ago(hours) + 10_000 }));
    const jump = (atMs: number, direction: 'next' | 'previous') =>
      findJump(async (range) => allRuns([clip([always], range), clip(door, range)]), {
        atMs,
        nowMs: NOW_MS,
        direction,
      });
    expect(await jump(ago(1.2), 'next')).toBe(ago(1));
    expect(await jump(ago(1), 'next')).toBe(ago(0.5));
    expect(await jump(ago(1.2), 'previous')).toBe(ago(1.5));
    expect(await jump(ago(1.5), 'previous')).toBe(ago(10));
  });
});
