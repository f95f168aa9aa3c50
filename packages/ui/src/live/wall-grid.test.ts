import { liveLayouts } from '@holdfast/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageCount, wallCells, wallGrid } from './wall-grid.ts';

const desk = { widthPx: 1200, heightPx: 800, barPx: 36 };
const auto = (panes: number, size = desk) => {
  const { columns, rows, fits } = wallGrid({ layout: 'auto', panes, ...size });
  return [columns, rows, fits];
};

describe('the wall', () => {
  it.each([
    [1, [1, 1, true]],
    [2, [1, 2, true]],
    [4, [2, 2, true]],
    [5, [2, 3, true]],
    [9, [3, 3, true]],
    [16, [4, 4, true]],
  ])('shows %i cameras as large as they can be', (panes, expected) => expect(auto(panes)).toEqual(expected));

  it('gives three cameras all of the wall, one of them large', () => {
    for (const size of [
      { widthPx: 1200, heightPx: 800, barPx: 36 },
      { widthPx: 1900, heightPx: 700, barPx: 36 },
    ]) {
      const { columns, rows, firstSpan } = wallGrid({ layout: 'auto', panes: 3, ...size });
      expect([columns * rows, firstSpan]).toEqual([6, 2]);
    }
    // Also where a notice takes some of the height: two by two would show each of them larger, with a quarter empty.
    for (let heightPx = 600; heightPx <= 900; heightPx += 1)
      expect(wallGrid({ layout: 'auto', panes: 3, widthPx: 1172, heightPx, barPx: 36 }).firstSpan).toBe(2);
    // On a small wall the two small panes would be too small.
    expect(wallGrid({ layout: 'auto', panes: 3, widthPx: 700, heightPx: 400, barPx: 36 }).firstSpan).toBe(1);
  });

  it('puts three cameras in a row or a column where that shows them largest', () => {
    expect(auto(3, { widthPx: 3000, heightPx: 500, barPx: 36 })).toEqual([3, 1, true]);
    expect(auto(3, { widthPx: 700, heightPx: 1400, barPx: 36 })).toEqual([1, 3, true]);
  });

  it('counts the bar below each picture', () => {
    // Side by side two pictures lose the height of one bar, stacked they lose two.
    expect(auto(2, { widthPx: 1200, heightPx: 760, barPx: 0 })).toEqual([1, 2, true]);
    expect(auto(2, { widthPx: 1200, heightPx: 760, barPx: 60 })).toEqual([2, 1, true]);
  });

  it('scrolls if the panes would be too small', () => expect(auto(60)).toEqual([4, 15, false]));

  it('shows up to six cameras at once on a phone in landscape', () => {
    const phone = { widthPx: 764, heightPx: 320, barPx: 36 };
    expect([1, 2, 3, 4, 6].map((panes) => auto(panes, phone))).toEqual([
      [1, 1, true],
      [2, 1, true],
      [3, 2, true],
      [2, 2, true],
      [3, 2, true],
    ]);
    expect(auto(7, phone)).toEqual([2, 4, false]);
  });

  it('has one column on a phone, whatever the layout', () => {
    for (const layout of liveLayouts.filter((one) => one !== 'single'))
      expect(wallGrid({ layout, panes: 7, widthPx: 390, heightPx: 700, barPx: 36 })).toMatchObject({
        columns: 1,
        rows: 7,
      });
  });

  it('has pages if the layout has fewer places than there are cameras', () => {
    const grid = wallGrid({ layout: 'focus', panes: 13, ...desk });
    expect([grid.perPage, grid.firstSpan, pageCount(13, grid)]).toEqual([6, 2, 3]);
    expect(pageCount(0, grid)).toBe(1);
  });

  it('has a place for every camera', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...liveLayouts),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 200, max: 4000 }),
        fc.integer({ min: 200, max: 3000 }),
        (layout, panes, widthPx, heightPx) => {
          const grid = wallGrid({ layout, panes, widthPx, heightPx, barPx: 36 });
          const fields = grid.columns * grid.rows - (grid.firstSpan ** 2 - 1);
          expect(fields).toBeGreaterThanOrEqual(Math.min(panes, grid.perPage));
          expect(pageCount(panes, grid) * grid.perPage).toBeGreaterThanOrEqual(panes);
        },
      ),
    );
  });

  it('lays pictures of 16:9 with their bars into the window, none beyond its edge', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...liveLayouts),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 600, max: 4000 }),
        fc.integer({ min: 500, max: 3000 }),
        (layout, panes, widthPx, heightPx) => {
          const size = { widthPx, heightPx, barPx: 36, gapPx: 6 };
          const grid = wallGrid({ layout, panes, ...size });
          const { cellPx, firstRowsPx, rowPx } = wallCells(grid, size);
          const rows = Array.from({ length: grid.rows }, (_, i) => firstRowsPx[i] ?? rowPx);
          const wide = (fields: number) => cellPx * fields + size.gapPx * (fields - 1);
          const high = (some: number[]) => some.reduce((sum, px) => sum + px + size.gapPx, -size.gapPx);
          expect(wide(grid.columns)).toBeLessThanOrEqual(widthPx);
          if (grid.fits) expect(high(rows)).toBeLessThanOrEqual(heightPx + 0.001);
          expect(rowPx - size.barPx).toBeCloseTo((cellPx * 9) / 16);
          const largePictureHigh = high(rows.slice(0, grid.firstSpan)) - size.barPx;
          expect(largePictureHigh).toBeGreaterThanOrEqual((wide(grid.firstSpan) * 9) / 16 - 0.001);
        },
      ),
    );
  });
});
