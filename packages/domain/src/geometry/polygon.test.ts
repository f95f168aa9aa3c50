import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insidePolygon, insideZones, type Point, type Polygon } from './polygon.ts';
import { zoneFaults } from './zone-faults.ts';

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

describe('zone faults', () => {
  const fine = square(0, 1);
  it('finds none in polygons of 3 to 512 points within 0..1', () => {
    const round = Array.from({ length: 512 }, (_, index) => [index / 512, index / 512]);
    expect(zoneFaults({ include: new Array(32).fill(fine), exclude: [round, fine.slice(0, 3)] })).toEqual([]);
  });

  it.each([
    ['33 polygons', { include: new Array(33).fill(fine), exclude: [] }, ['/include']],
    ['two points', { include: [fine, fine.slice(0, 2)], exclude: [] }, ['/include/1']],
    ['513 points', { include: [], exclude: [new Array(513).fill([0, 0])] }, ['/exclude/0']],
    ['a point outside', { include: [], exclude: [[...fine, [0.5, 1.01]]] }, ['/exclude/0/4']],
    ['NaN', { include: [[...fine, [Number.NaN, 0]]], exclude: [] }, ['/include/0/4']],
    ['three coordinates', { include: [[...fine, [0, 0, 0]]], exclude: [] }, ['/include/0/4']],
    ['no lists', { include: null, exclude: 'x' }, ['/include', '/exclude']],
    ['something that is no polygon', { include: [{}], exclude: [] }, ['/include/0']],
  ])('points at %s', (_title, zones, pointers) =>
    expect(zoneFaults(zones).map(({ pointer }) => pointer)).toEqual(pointers),
  );
});
