import type { Point, Polygon } from '@holdfast/domain';

/** Areas by purpose: a motion mask has one layer, plate zones have two. */
export type Layers = Readonly<Record<string, readonly Polygon[]>>;

export interface CornerRef {
  layer: string;
  polygon: number;
  corner: number;
}

export type PolygonEdit =
  | { kind: 'add'; layer: string; polygon: Polygon }
  | { kind: 'remove'; layer: string; polygon: number }
  | { kind: 'move-corner'; at: CornerRef; to: Point }
  | { kind: 'insert-corner'; at: CornerRef }
  | { kind: 'remove-corner'; at: CornerRef };

export const MAX_AREAS = 32;
const MAX_CORNERS = 512;
const MIN_CORNERS = 3;

/** Fractions with four digits: finer than a pixel of any camera, and short on the wire. */
const clamp = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
/** In the format of requests. */
export const bodyOf = (polygons: readonly Polygon[] = []): [x: number, y: number][][] =>
  polygons.map((polygon) => polygon.map(([x, y]) => [x, y]));

export const insideFrame = ([x, y]: Point): Point => [clamp(x), clamp(y)];

/** The areas after an edit. An edit that the API would refuse changes nothing. */
export function editPolygons(layers: Layers, edit: PolygonEdit): Layers {
  switch (edit.kind) {
    case 'add': {
      const before = layers[edit.layer] ?? [];
      if (before.length >= MAX_AREAS || edit.polygon.length < MIN_CORNERS) return layers;
      return { ...layers, [edit.layer]: [...before, edit.polygon.map(insideFrame)] };
    }
    case 'remove':
      return { ...layers, [edit.layer]: (layers[edit.layer] ?? []).filter((_, index) => index !== edit.polygon) };
    case 'move-corner':
      return withPolygon(layers, edit.at, (polygon) => polygon.with(edit.at.corner, insideFrame(edit.to)));
    case 'insert-corner':
      return withPolygon(layers, edit.at, (polygon) => insertAfter(polygon, edit.at.corner));
    case 'remove-corner': {
      // A triangle without a corner is no area.
      const polygon = layers[edit.at.layer]?.[edit.at.polygon];
      if (polygon && polygon.length <= MIN_CORNERS)
        return editPolygons(layers, { kind: 'remove', layer: edit.at.layer, polygon: edit.at.polygon });
      return withPolygon(layers, edit.at, (before) => before.toSpliced(edit.at.corner, 1));
    }
  }
}

function withPolygon(
  layers: Layers,
  { layer, polygon, corner }: CornerRef,
  change: (polygon: Polygon) => Polygon,
): Layers {
  const before = layers[layer] ?? [];
  const found = before[polygon];
  if (!found || corner < 0 || corner >= found.length) return layers;
  return { ...layers, [layer]: before.with(polygon, change(found)) };
}

/** Halfway to the next corner. */
export function middleAfter(polygon: Polygon, corner: number): Point {
  const [x1, y1] = polygon[corner] ?? [0, 0];
  const [x2, y2] = polygon[(corner + 1) % polygon.length] ?? [0, 0];
  return insideFrame([(x1 + x2) / 2, (y1 + y2) / 2]);
}

const insertAfter = (polygon: Polygon, corner: number): Polygon =>
  polygon.length >= MAX_CORNERS ? polygon : polygon.toSpliced(corner + 1, 0, middleAfter(polygon, corner));

/** Initial rectangle, offset for each existing area. */
export function startingBox(count: number): Polygon {
  const shift = (count % 5) * 0.06;
  const [left, top, right, bottom] = [0.3 + shift, 0.3 + shift, 0.6 + shift, 0.6 + shift];
  return (
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ] as Point[]
  ).map(insideFrame);
}
