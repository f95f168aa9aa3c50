import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insidePolygon, insideZones, type Point, type Polygon } from './polygon.ts';

const square = (from: number, to: number): Polygon => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];
// A notch is cut into the right side.
const notched: Polygon = [
  [0, 0],
  [1, 0],
  [1, 0.4],
  [0.5, 0.5],
  [1, 0.6],
  [1, 1],
  [0, 1],
];

describe('polygon', () => {
  it.each([
    ['the middle', [0.5, 0.5], true],
    ['a corner', [0.25, 0.25], true],
    ['an edge', [0.5, 0.75], true],
    ['left of it', [0.2, 0.5], false],
    ['level with a corner, outside', [0.1, 0.25], false],
  ] as const)('a square holds %s: %#', (_title, point, inside) =>
    expect(insidePolygon(point, square(0.25, 0.75))).toBe(inside),
  );

  it.each([
    [[0.9, 0.5], false],
    [[0.4, 0.5], true],
    [[0.9, 0.2], true],
    [[0.9, 0.9], true],
    [[0.5, 0.5], true],
  ] as const)('a notched shape and %j: %s', (point, inside) => expect(insidePolygon(point, notched)).toBe(inside));

  it('gives the same result for any first corner and direction', () => {
    const grid = fc.integer({ min: 0, max: 8 }).map((step) => step / 8);
    const points = fc.tuple(grid, grid);
    fc.assert(
      fc.property(fc.array(points, { minLength: 3, maxLength: 8 }), points, fc.nat(), (polygon, point, turn) => {
        const at = turn % polygon.length;
        const turned = [...polygon.slice(at), ...polygon.slice(0, at)];
        expect(insidePolygon(point, turned)).toBe(insidePolygon(point, polygon));
        expect(insidePolygon(point, polygon.toReversed())).toBe(insidePolygon(point, polygon));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('zones', () => {
  const middle: Point = [0.5, 0.5];
  it.each([
    ['no polygon at all', { include: [], exclude: [] }, true],
    ['inside an include polygon', { include: [square(0, 0.1), square(0.4, 0.6)], exclude: [] }, true],
    ['outside every include polygon', { include: [square(0, 0.1)], exclude: [] }, false],
    ['inside an exclude polygon', { include: [], exclude: [square(0.4, 0.6)] }, false],
    ['inside both', { include: [square(0, 1)], exclude: [square(0.4, 0.6)] }, false],
    ['outside the exclude polygon', { include: [square(0, 1)], exclude: [square(0, 0.1)] }, true],
  ])('%s', (_title, zones, kept) => expect(insideZones(middle, zones)).toBe(kept));
});
