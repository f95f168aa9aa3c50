import { spanOf, type TimeScale } from './time-scale.ts';

/** An animated change of the view. */
export interface Glide {
  from: TimeScale;
  to: TimeScale;
  /** Monotonic clock, such as `performance.now()`. */
  sinceTickMs: number;
}

const GLIDE_MS = 220;

export const hasArrived = ({ sinceTickMs }: Glide, tickMs: number): boolean => tickMs - sinceTickMs >= GLIDE_MS;

/** The view at a moment of the glide. The width is that of the canvas, which may change meanwhile. */
export function glideAt(glide: Glide, tickMs: number, widthPx: number): TimeScale {
  if (hasArrived(glide, tickMs)) return { ...glide.to, widthPx };
  const { from, to, sinceTickMs } = glide;
  const eased = 1 - (1 - Math.max(0, tickMs - sinceTickMs) / GLIDE_MS) ** 3;
  // Geometric interpolation of the span makes zooming look even.
  const spanMs = spanOf(from) * (spanOf(to) / spanOf(from)) ** eased;
  const centerMs = middleOf(from) + (middleOf(to) - middleOf(from)) * eased;
  return { startMs: centerMs - spanMs / 2, endMs: centerMs + spanMs / 2, widthPx };
}

const middleOf = ({ startMs, endMs }: TimeScale): number => (startMs + endMs) / 2;
