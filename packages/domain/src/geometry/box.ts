/** Fractions of the frame: left, top, width, height; inside the frame and never empty. */
export type NormalizedBox = readonly [x: number, y: number, width: number, height: number];
export type FrameSize = { width: number; height: number };

type FourNumbers = readonly [number, number, number, number];

function fourNumbers(value: unknown): FourNumbers | undefined {
  if (!Array.isArray(value) || value.length !== 4) return undefined;
  const [a, b, c, d]: unknown[] = value;
  const finite = (part: unknown): part is number => typeof part === 'number' && Number.isFinite(part);
  return finite(a) && finite(b) && finite(c) && finite(d) ? [a, b, c, d] : undefined;
}

const intoFrame = (fraction: number) => Math.min(1, Math.max(0, fraction));

/** Clips the edges to the frame; undefined for a box without area or outside of it. */
function cutToFrame({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }) {
  const [x, y] = [intoFrame(left), intoFrame(top)];
  const [width, height] = [intoFrame(right) - x, intoFrame(bottom) - y];
  return width > 0 && height > 0 ? ([x, y, width, height] satisfies NormalizedBox) : undefined;
}

/** The detector's HTTP form, and ours on the wire: fractions [x, y, w, h]. */
export function readNormalizedBox(value: unknown): NormalizedBox | undefined {
  const box = fourNumbers(value);
  if (box === undefined || box.some((part) => part < 0 || part > 1)) return undefined;
  const [left, top, width, height] = box;
  // Unchanged: converting to edges and back would add a rounding error.
  if (width > 0 && height > 0 && left + width <= 1 && top + height <= 1) return box;
  return cutToFrame({ left, top, right: left + width, bottom: top + height });
}

/**
 * The detector's MQTT form: pixel corners [x1, y1, x2, y2] at its detect resolution; values that cannot be corners are
 * taken for an origin and a size.
 */
export function readPixelBox(value: unknown, frame: FrameSize): NormalizedBox | undefined {
  const box = fourNumbers(value);
  if (box === undefined || !(frame.width > 0 && frame.height > 0)) return undefined;
  const [x1, y1, third, fourth] = box;
  const corners = third > x1 && fourth > y1;
  return cutToFrame({
    left: x1 / frame.width,
    top: y1 / frame.height,
    right: (corners ? third : x1 + third) / frame.width,
    bottom: (corners ? fourth : y1 + fourth) / frame.height,
  });
}

/**
 * A box of either form. All values within 0..1 mean fractions, since no plate is one pixel wide. Pixels without a known frame
 * size cannot be placed: the read is kept without its box.
 */
export const readDetectorBox = (value: unknown, frame: FrameSize | undefined): NormalizedBox | undefined =>
  readNormalizedBox(value) ?? (frame === undefined ? undefined : readPixelBox(value, frame));

/** The box extended on each side by a share of its size, clipped to the frame. */
export function withMargin([x, y, width, height]: NormalizedBox, share: number): NormalizedBox {
  const [aside, above] = [width * share, height * share];
  const grown = { left: x - aside, top: y - above, right: x + width + aside, bottom: y + height + above };
  return cutToFrame(grown) ?? [x, y, width, height];
}

export const boxCentre = ([x, y, width, height]: NormalizedBox): readonly [x: number, y: number] => [
  x + width / 2,
  y + height / 2,
];
