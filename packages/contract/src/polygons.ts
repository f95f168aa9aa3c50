import { Type } from 'typebox';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Point = Type.Unsafe<[number, number]>(Type.Array(Fraction, { minItems: 2, maxItems: 2 }));

const MAX_POLYGONS = 32;
const MAX_POINTS = 512;
/** Two fractions at full length, with brackets and commas. */
const POINT_BYTES = 64;

/** Largest JSON size of one list of polygons. */
export const POLYGONS_BODY_BYTES = MAX_POLYGONS * MAX_POINTS * POINT_BYTES;

/** Corners as fractions of the frame. */
const Polygon = Type.Array(Point, { minItems: 3, maxItems: MAX_POINTS });
export const Polygons = Type.Array(Polygon, { maxItems: MAX_POLYGONS });
