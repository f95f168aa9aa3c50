import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COARSEST_LEVEL, levelFor, parentOf, resolutionOf, tileRange, tilesAround, tilesFor } from './tiles.ts';
import { MAX_SPAN_MS, MIN_SPAN_MS, msPerPx, type TimeScale } from './time-scale.ts';

const scales = fc
  .record({
    startMs: fc.integer({ min: 0, max: Date.UTC(2040, 0) }),
    spanMs: fc.integer({ min: MIN_SPAN_MS, max: MAX_SPAN_MS }),
    widthPx: fc.integer({ min: 200, max: 4000 }),
  })
  .map(({ startMs, spanMs, widthPx }): TimeScale => ({ startMs, endMs: startMs + spanMs, widthPx }));

describe('the tiles of the timeline', () => {
  it('cover a view without holes, with few tiles', () => {
    fc.assert(
      fc.property(scales, (scale) => {
        const tiles = tilesFor(scale, levelFor(scale)).map(tileRange);
        expect(tiles[0]?.startMs).toBeLessThanOrEqual(scale.startMs);
        expect(tiles.at(-1)?.endMs).toBeGreaterThan(scale.endMs);
        tiles.slice(1).forEach((tile, i) => {
          expect(tile.startMs).toBe(tiles[i]?.endMs);
        });
        expect(tiles.length).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('are no coarser than a pixel column and at most twice as fine', () => {
    fc.assert(
      fc.property(scales, (scale) => {
        const level = levelFor(scale);
        const [resolution, column] = [resolutionOf(level), msPerPx(scale)];
        if (level > 0) expect(resolution).toBeLessThanOrEqual(column + 1e-6);
        if (level < COARSEST_LEVEL) expect(resolution * 2).toBeGreaterThan(column - 1e-6);
      }),
    );
  });

  it('are loaded for the view first, then beside it and for zooming out', () => {
    fc.assert(
      fc.property(scales, (scale) => {
        const own = tilesFor(scale, levelFor(scale));
        const all = tilesAround(scale);
        expect(all.slice(0, own.length)).toEqual(own);
        const spanMs = scale.endMs - scale.startMs;
        for (const atMs of [scale.startMs - spanMs / 2, scale.endMs + spanMs / 2])
          expect(
            all.some((tile) => {
              const { startMs, endMs } = tileRange(tile);
              return tile.level === levelFor(scale) && startMs <= atMs && atMs < endMs;
            }),
          ).toBe(true);
        const coarser = all.filter(({ level }) => level === levelFor(scale) + 2).map(tileRange);
        expect(coarser[0]?.startMs).toBeLessThanOrEqual(scale.startMs);
        expect(coarser.at(-1)?.endMs).toBeGreaterThan(scale.endMs);
      }),
    );
  });

  it('are entirely inside their parents', () => {
    fc.assert(
      fc.property(fc.nat(COARSEST_LEVEL - 1), fc.nat(1e6), (level, index) => {
        const [child, parent] = [tileRange({ level, index }), tileRange(parentOf({ level, index }))];
        expect(parent.startMs <= child.startMs && child.endMs <= parent.endMs).toBe(true);
      }),
    );
  });
});
