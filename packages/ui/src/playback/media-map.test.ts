import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMediaMap, type MediaPiece } from './media-map.ts';

const pieces: MediaPiece[] = [
  { wallMs: 100_000, mediaSeconds: 0, durationSeconds: 4 },
  // Twenty milliseconds late by the server's clock: a seam, not a gap.
  { wallMs: 104_020, mediaSeconds: 4, durationSeconds: 4 },
  { wallMs: 200_000, mediaSeconds: 8, durationSeconds: 4 },
];
const map = createMediaMap(pieces);

describe('the map from wall time to the player', () => {
  it.each([
    ['within a piece', 101_500, 1.5],
    ['at a seam, the beginning of the next piece', 104_010, 4],
    ['after a gap', 203_000, 11],
    ['in a gap nothing', 150_000, undefined],
    ['after the end nothing', 204_500, undefined],
    ['long before the beginning nothing', 90_000, undefined],
  ])('finds %s', (_title, wallMs, expected) => expect(map.toMedia(wallMs)).toEqual(expected));

  it('maps back to the same moment', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 11.99, noNaN: true }), (position) => {
        const wallMs = map.toWall(position);
        expect(wallMs).toBeDefined();
        expect(Math.abs((map.toMedia(wallMs ?? 0) ?? Number.NaN) - position)).toBeLessThan(0.001);
      }),
    );
  });

  it('finds the end of a run across seams', () => {
    expect([100_000, 103_999, 104_010, 107_000, 203_000].map(map.stretchEnd)).toEqual([8, 8, 8, 8, 12]);
  });

  it('finds the next footage', () => {
    expect([99_000, 102_000, 150_000, 300_000].map(map.nextFootage)).toEqual([100_000, 102_000, 200_000, undefined]);
  });

  it.each([
    ['slow', 3.92],
    ['fast', 4.08],
  ])('follows the small steps in the playlist of a camera with a %s clock', (_title, durationSeconds) => {
    // As in a playlist: a new date whenever the sum of durations is off by more than 300 ms.
    let countedMs = 0;
    const drifting = Array.from({ length: 100 }, (_, i): MediaPiece => {
      if (Math.abs(countedMs - i * 4_000) > 300) countedMs = i * 4_000;
      const piece = { wallMs: countedMs, mediaSeconds: i * durationSeconds, durationSeconds };
      countedMs += durationSeconds * 1000;
      return piece;
    });
    const { toMedia, toWall, stretchEnd, nextFootage } = createMediaMap(drifting);
    for (let wallMs = 0; wallMs < 399_000; wallMs += 130) {
      const position = toMedia(wallMs);
      const truth = Math.floor(wallMs / 4_000) * durationSeconds + (wallMs % 4_000) / 1000;
      expect(Math.abs((position ?? Number.NaN) - truth)).toBeLessThan(0.4);
      expect(Math.abs((toWall(position ?? 0) ?? Number.NaN) - wallMs)).toBeLessThan(400);
      expect(stretchEnd(wallMs)).toBeCloseTo(100 * durationSeconds);
      expect((nextFootage(wallMs) ?? Number.NaN) - wallMs).toBeLessThan(400);
    }
  });

  describe('with a hole in one stream filled by a longer piece of the other', () => {
    const [main, sub] = [2, 10];
    const both = createMediaMap([
      { wallMs: 0, mediaSeconds: 0, durationSeconds: sub },
      { wallMs: 3_000, mediaSeconds: 10, durationSeconds: main },
      { wallMs: 10_000, mediaSeconds: 12, durationSeconds: sub },
    ]);
    it.each([
      ['the first', 1_000, 1],
      ['the one between', 4_000, 11],
      ['the first again, after the one between', 7_000, 7],
      ['the last', 12_000, 14],
    ])('finds %s', (_title, wallMs, expected) => expect(both.toMedia(wallMs)).toBe(expected));

    it('is one run', () => {
      expect([1_000, 4_000, 7_000].map(both.stretchEnd)).toEqual([22, 22, 22]);
      expect([4_000, 7_000].map(both.nextFootage)).toEqual([4_000, 7_000]);
    });
  });

  it('maps nothing if it is empty', () => {
    const empty = createMediaMap([]);
    expect([empty.toMedia(1), empty.toWall(1), empty.stretchEnd(1), empty.nextFootage(1)]).toEqual(
      Array(4).fill(undefined),
    );
  });
});
