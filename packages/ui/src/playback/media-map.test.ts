import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMediaMap, type MediaPiece } from './media-map.ts';

const pieces: MediaPiece[] = [
  { wallMs: 100_000, mediaSeconds: 0, durationSeconds: 4 },
  // Twenty milliseconds late by the clock of the server: a seam, no gap.
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

  it('leads back to the moment it came from', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 11.99, noNaN: true }), (position) => {
        const wallMs = map.toWall(position);
        expect(wallMs).toBeDefined();
        expect(Math.abs((map.toMedia(wallMs ?? 0) ?? Number.NaN) - position)).toBeLessThan(0.001);
      }),
    );
  });

  it('knows where a run ends, over its seams', () => {
    expect([100_000, 103_999, 104_010, 107_000, 203_000].map(map.runEnd)).toEqual([8, 8, 8, 8, 12]);
  });

  it('knows where footage goes on', () => {
    expect([99_000, 102_000, 150_000, 300_000].map(map.nextFootage)).toEqual([100_000, 102_000, 200_000, undefined]);
  });

  it('of nothing leads nowhere', () => {
    const empty = createMediaMap([]);
    expect([empty.toMedia(1), empty.toWall(1), empty.runEnd(1), empty.nextFootage(1)]).toEqual(
      Array(4).fill(undefined),
    );
  });
});
