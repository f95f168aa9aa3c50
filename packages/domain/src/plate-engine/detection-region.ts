import { type NormalizedBox, withMargin } from '../geometry/box.ts';
import type { Zones } from '../geometry/polygon.ts';

const MARGIN = 0.1;
/** A smaller region would show plates larger than any the detector was trained on. */
const MIN_SIDE = 0.25;

/**
 * The part of the frame that the detector needs: the bounding box of the include zones, with a margin. The smaller it is, the
 * larger plates appear in the detector's input. Undefined if it is the whole frame.
 */
export function detectionRegion({ include }: Zones): NormalizedBox | undefined {
  const points = include.flat();
  if (points.length === 0) return undefined;
  const side = (values: readonly number[]): readonly [from: number, length: number] => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const length = Math.max(MIN_SIDE, most - least);
    return [Math.min(Math.max(0, (least + most - length) / 2), 1 - length), length];
  };
  const [x, width] = side(points.map(([value]) => value));
  const [y, height] = side(points.map(([, value]) => value));
  const region = withMargin([x, y, width, height], MARGIN);
  return region[2] * region[3] > 0.95 ? undefined : region;
}
