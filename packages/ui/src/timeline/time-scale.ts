/** The range of time that a width of pixels shows. */
export interface TimeScale {
  startMs: number;
  endMs: number;
  widthPx: number;
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** From a few seconds, where single frames can be distinguished, to a month. */
export const MIN_SPAN_MS = 4 * SECOND_MS;
export const MAX_SPAN_MS = 32 * DAY_MS;

export const spanOf = ({ startMs, endMs }: TimeScale): number => endMs - startMs;

export const msPerPx = (scale: TimeScale): number => spanOf(scale) / scale.widthPx;

export const xOf = (scale: TimeScale, atMs: number): number => (atMs - scale.startMs) / msPerPx(scale);

export const timeAt = (scale: TimeScale, xPx: number): number => scale.startMs + xPx * msPerPx(scale);

/** Clipped shortly outside the view: browsers paint very wide boxes slowly and incorrectly. */
export function boxOf(scale: TimeScale, span: { startMs: number; endMs: number }): { x: number; width: number } {
  const x = Math.max(-20, xOf(scale, span.startMs));
  return { x, width: Math.max(0.5, Math.min(scale.widthPx + 20, xOf(scale, span.endMs)) - x) };
}

export const contains = ({ startMs, endMs }: TimeScale, atMs: number): boolean => atMs >= startMs && atMs <= endMs;

/** Moves by pixels: the moment under the pointer stays under it. */
export function pan(scale: TimeScale, byPx: number): TimeScale {
  const byMs = byPx * msPerPx(scale);
  return { ...scale, startMs: scale.startMs - byMs, endMs: scale.endMs - byMs };
}

/** Shows `factor` times less time and keeps the moment at `xPx` in place. */
export function zoomAround(scale: TimeScale, { xPx, factor }: { xPx: number; factor: number }): TimeScale {
  const spanMs = Math.min(MAX_SPAN_MS, Math.max(MIN_SPAN_MS, spanOf(scale) / factor));
  const startMs = timeAt(scale, xPx) - (xPx / scale.widthPx) * spanMs;
  return { ...scale, startMs, endMs: startMs + spanMs };
}

/** Keeps the span and puts a moment at a fraction of the width. */
export function centerOn(scale: TimeScale, atMs: number, share = 0.5): TimeScale {
  const startMs = atMs - spanOf(scale) * share;
  return { ...scale, startMs, endMs: startMs + spanOf(scale) };
}

export const resize = (scale: TimeScale, widthPx: number): TimeScale => ({ ...scale, widthPx: Math.max(1, widthPx) });

/** Fraction of the width that the future may take: enough to show where the present is. */
const FUTURE_SHARE = 0.05;

/** Limits a view to the time with footage: from the oldest footage to shortly after the present. */
export function clampToLimits(
  scale: TimeScale,
  { oldestMs, newestMs }: { oldestMs: number; newestMs: number },
): TimeScale {
  const latestEndMs = newestMs + spanOf(scale) * FUTURE_SHARE;
  if (scale.endMs > latestEndMs) return centerOn(scale, latestEndMs, 1);
  const middleMs = (scale.startMs + scale.endMs) / 2;
  const earliestMs = Math.min(oldestMs, newestMs - spanOf(scale) / 2);
  return middleMs < earliestMs ? centerOn(scale, earliestMs) : scale;
}
