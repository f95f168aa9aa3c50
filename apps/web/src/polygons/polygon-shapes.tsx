import type { Point } from '@holdfast/domain';
import type { Layers } from './edit-polygons.ts';
import classes from './polygon-editor.module.css';

export interface LayerLook {
  name: string;
  label: string;
  tone: string;
}

interface PolygonShapesProps {
  looks: readonly LayerLook[];
  value: Layers;
  unfinished: readonly Point[] | undefined;
  unfinishedTone: string;
}

const pathOf = (points: readonly Point[]) => points.map(([x, y]) => `${x},${y}`).join(' ');

/** The areas behind their corners, including the one being drawn. */
export const PolygonShapes = ({ looks, value, unfinished, unfinishedTone }: PolygonShapesProps) => (
  <svg className={classes.shapes} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
    {looks.flatMap(({ name, tone }) =>
      (value[name] ?? []).map((polygon, index) => (
        <polygon
          // biome-ignore lint/suspicious/noArrayIndexKey: an area is known by its place alone
          key={`${name} ${index}`}
          points={pathOf(polygon)}
          fill={tone}
          fillOpacity={0.34}
          stroke={tone}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      )),
    )}
    {unfinished && (
      <>
        <polyline
          points={pathOf(unfinished)}
          fill={unfinishedTone}
          fillOpacity={0.25}
          stroke="#ffffff"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
        {unfinished.map(([x, y]) => (
          <line
            key={`${x} ${y}`}
            x1={x}
            y1={y}
            x2={x}
            y2={y}
            stroke="#ffffff"
            strokeWidth={9}
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </>
    )}
  </svg>
);
