import { Type } from 'typebox';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Point = Type.Unsafe<[number, number]>(Type.Array(Fraction, { minItems: 2, maxItems: 2 }));

/** Corners as fractions of the frame. */
export const Polygon = Type.Array(Point, { minItems: 3, maxItems: 512 });
export const Polygons = Type.Array(Polygon, { maxItems: 32 });
