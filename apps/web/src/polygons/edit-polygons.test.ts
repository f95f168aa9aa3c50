import type { Point } from '@holdfast/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editPolygons, type Layers, MAX_AREAS, type PolygonEdit, startingBox } from './edit-polygons.ts';

const triangle: Point[] = [
  [0, 0],
  [1, 0],
  [0, 1],
];
const square = startingBox(0);
const mask: Layers = { mask: [triangle, square] };
const at = (polygon: number, corner: number) => ({ layer: 'mask', polygon, corner });

describe('editing areas', () => {
  it('moves a corner, but never out of the frame', () => {
    const moved = editPolygons(mask, { kind: 'move-corner', at: at(0, 1), to: [1.7, -3] });
    expect(moved.mask?.[0]).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(editPolygons(mask, { kind: 'move-corner', at: at(0, 1), to: [0.123456, 0.5] }).mask?.[0]?.[1]).toEqual([
      0.1235, 0.5,
    ]);
  });

  it('puts a new corner halfway to the next', () => {
    expect(editPolygons(mask, { kind: 'insert-corner', at: at(0, 0) }).mask?.[0]).toEqual([
      [0, 0],
      [0.5, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(editPolygons(mask, { kind: 'insert-corner', at: at(0, 2) }).mask?.[0]?.at(-1)).toEqual([0, 0.5]);
  });

  it('removes a corner, and the area with it when too few are left', () => {
    expect(editPolygons(mask, { kind: 'remove-corner', at: at(1, 0) }).mask?.[1]).toEqual(square.slice(1));
    expect(editPolygons(mask, { kind: 'remove-corner', at: at(0, 0) }).mask).toEqual([square]);
  });

  it('refuses lines, and more corners or areas than the API', () => {
    expect(editPolygons(mask, { kind: 'add', layer: 'mask', polygon: triangle.slice(1) })).toBe(mask);
    const full = { mask: Array.from({ length: MAX_AREAS }, () => triangle) };
    expect(editPolygons(full, { kind: 'add', layer: 'mask', polygon: triangle })).toBe(full);
  });

  it('keeps layers separate', () => {
    const zones = editPolygons(
      { include: [], exclude: [triangle] },
      { kind: 'add', layer: 'include', polygon: square },
    );
    expect(zones).toEqual({ include: [square], exclude: [triangle] });
  });

  it('always results in areas that the server accepts', () => {
    const index = fc.integer({ min: -1, max: 6 });
    const ref = fc.record({ layer: fc.constantFrom('mask', 'other'), polygon: index, corner: index });
    const point = fc.tuple(fc.double({ noNaN: true, min: -2, max: 2 }), fc.double({ noNaN: true, min: -2, max: 2 }));
    const edit: fc.Arbitrary<PolygonEdit> = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        layer: fc.constant('mask'),
        polygon: fc.array(point, { maxLength: 6 }),
      }),
      fc.record({ kind: fc.constant('remove' as const), layer: fc.constant('mask'), polygon: index }),
      fc.record({ kind: fc.constant('move-corner' as const), at: ref, to: point }),
      fc.record({ kind: fc.constant('insert-corner' as const), at: ref }),
      fc.record({ kind: fc.constant('remove-corner' as const), at: ref }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const after = edits.reduce(editPolygons, mask);
        for (const polygon of Object.values(after).flat()) {
          expect(polygon.length).toBeGreaterThanOrEqual(3);
          for (const value of polygon.flat()) expect(value >= 0 && value <= 1).toBe(true);
        }
      }),
    );
  });
});
