import { emptyGrid, gridBits, markBox } from '@holdfast/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaBetween, areaText, frameInPane, moveArea } from './area-box.ts';

describe('the picture in its pane', () => {
  it.each([
    ['fills a pane of its shape', { width: 160, height: 90 }, { left: 0, top: 0, width: 160, height: 90 }],
    ['has bars beside it in a wide pane', { width: 320, height: 90 }, { left: 80, top: 0, width: 160, height: 90 }],
    ['has bars above it in a high pane', { width: 160, height: 190 }, { left: 0, top: 50, width: 160, height: 90 }],
  ])('%s', (_title, pane, expected) => expect(frameInPane(pane, { width: 1920, height: 1080 })).toEqual(expected));

  it('is the whole pane while its shape is unknown', () => {
    expect(frameInPane({ width: 100, height: 50 }, { width: 0, height: 0 })).toEqual({
      left: 0,
      top: 0,
      width: 100,
      height: 50,
    });
  });
});

const bits = ([left = 0, top = 0, width = 0, height = 0]: number[]) => {
  const grid = emptyGrid();
  markBox(grid, [left, top, width, height]);
  return gridBits(grid);
};

describe('a drawn area', () => {
  const fraction = fc.double({ min: -0.2, max: 1.2, noNaN: true });
  const point = fc.record({ x: fraction, y: fraction });

  it('is the cells that it touches: what is shown is what is searched', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const box = areaBetween(a, b);
        const shown = bits([box.left, box.top, box.width, box.height]);
        expect(bits(areaText(box).split(',').map(Number))).toBe(shown);
        const cells = Math.round(box.width * 32) * Math.round(box.height * 18);
        expect([...shown].filter((bit) => bit === '1')).toHaveLength(cells);
        expect(areaText(box)).toMatch(/^(0|1|0?\.\d+)(,(0|1|0?\.\d+)){3}$/);
      }),
    );
  });

  it('moves and resizes by cells and stays in the frame', () => {
    const step = fc.record({
      by: fc.record({ columns: fc.integer({ min: -3, max: 3 }), rows: fc.integer({ min: -3, max: 3 }) }),
      isResize: fc.boolean(),
    });
    fc.assert(
      fc.property(point, point, fc.array(step, { maxLength: 30 }), (a, b, steps) => {
        const box = steps.reduce((one, { by, isResize }) => moveArea(one, by, { isResize }), areaBetween(a, b));
        expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
        expect(Math.min(box.width * 32, box.height * 18)).toBeGreaterThan(0.99);
        expect(Math.max(box.left + box.width, box.top + box.height)).toBeLessThanOrEqual(1.000001);
      }),
    );
    const box = areaBetween({ x: 0.5, y: 0.5 }, { x: 0.75, y: 0.75 });
    expect(moveArea(box, { columns: 4, rows: 0 }, { isResize: false })).toEqual({ ...box, left: 0.625 });
    expect(moveArea(box, { columns: 4, rows: 0 }, { isResize: true })).toEqual({ ...box, width: 0.375 });
  });
});
