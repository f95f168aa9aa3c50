import { Type } from 'typebox';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Point = Type.Unsafe<[number, number]>(Type.Array(Fraction, { minItems: 2, maxItems: 2 }));

const MOST_POLYGONS = 32;
const MOST_POINTS = 512;
/** Two fractions at full length, with brackets and commas. */
const POINT_BYTES = 64;

/** What one list of polygons may need on the wire. */
export const POLYGONS_BODY_BYTES = MOST_POLYGONS * MOST_POINTS * POINT_BYTES;

/** Corners as fractions of the frame. */
export const Polygon = Type.Array(Point, { minItems: 3, maxItems: MOST_POINTS });
export const Polygons = Type.Array(Polygon, { maxItems: MOST_POLYGONS });
