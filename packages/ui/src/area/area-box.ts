import { MOTION_COLUMNS, MOTION_ROWS } from '@holdfast/domain';
import { fitFrame, type Size } from '../live/frame-fit.ts';

/** A part of the frame, as fractions of it. */
export interface AreaBox {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface AreaPoint {
  x: number;
  y: number;
}

/** Where a picture is in a pane that shows all of it; while a size is unknown, the whole pane. */
export const frameInPane = (pane: Size, frame: Size): AreaBox =>
  fitFrame(pane, frame) ?? { left: 0, top: 0, width: Math.max(0, pane.width), height: Math.max(0, pane.height) };

const inside = (value: number) => Math.min(1, Math.max(0, value));

/** The box between two corners in any order, widened to the whole cells that the recorder distinguishes. */
export function areaBetween(a: AreaPoint, b: AreaPoint): AreaBox {
  const [left, right] = cells([a.x, b.x], MOTION_COLUMNS);
  const [top, bottom] = cells([a.y, b.y], MOTION_ROWS);
  return { left, top, width: right - left, height: bottom - top };
}

function cells(ends: readonly number[], count: number): [number, number] {
  // A corner that is on a boundary within rounding belongs to it.
  const scaled = ends.map((end) => inside(end) * count);
  const first = Math.min(count - 1, Math.floor(Math.min(...scaled) + 1e-6));
  const last = Math.max(first + 1, Math.ceil(Math.max(...scaled) - 1e-6));
  return [first / count, last / count];
}

/** Moves or resizes by whole cells, within the frame. */
export function moveArea(
  box: AreaBox,
  by: { columns: number; rows: number },
  { isResize }: { isResize: boolean },
): AreaBox {
  const [x, y] = [by.columns / MOTION_COLUMNS, by.rows / MOTION_ROWS];
  if (isResize)
    return areaBetween(
      { x: box.left, y: box.top },
      {
        x: Math.max(box.left + 1 / MOTION_COLUMNS, box.left + box.width + x),
        y: Math.max(box.top + 1 / MOTION_ROWS, box.top + box.height + y),
      },
    );
  const left = Math.min(1 - box.width, Math.max(0, box.left + x));
  const top = Math.min(1 - box.height, Math.max(0, box.top + y));
  return areaBetween({ x: left, y: top }, { x: left + box.width, y: top + box.height });
}

/** Less than the rounding of a fraction could move a side into the next cell. */
const INSET = 1e-6;

/** As in the address of a search: left, top, width, height. */
export const areaText = ({ left, top, width, height }: AreaBox): string =>
  [left + INSET, top + INSET, width - 2 * INSET, height - 2 * INSET].map((value) => value.toFixed(8)).join();
