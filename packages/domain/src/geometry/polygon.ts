export type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];
export type Zones = { include: readonly Polygon[]; exclude: readonly Polygon[] };

/** Even-odd rule; a point on an edge or a corner is inside. */
export function insidePolygon(point: Point, polygon: Polygon): boolean {
  let inside = false;
  let from = polygon.at(-1);
  for (const to of polygon) {
    if (from === undefined) break;
    if (onEdge(point, from, to)) return true;
    if (crossesRay(point, from, to)) inside = !inside;
    from = to;
  }
  return inside;
}

function onEdge([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): boolean {
  const between = x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
  return between && (x2 - x1) * (y - y1) === (y2 - y1) * (x - x1);
}

/** Whether a ray from the point to the right crosses the edge; a shared corner counts for one of its two edges only. */
function crossesRay([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): boolean {
  if (y1 > y === y2 > y) return false;
  return x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
}

/** Inside an include polygon (or there is none) and inside no exclude polygon. */
export function insideZones(point: Point, { include, exclude }: Zones): boolean {
  const within = (polygon: Polygon) => insidePolygon(point, polygon);
  return (include.length === 0 || include.some(within)) && !exclude.some(within);
}
