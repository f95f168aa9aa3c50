import { indexBefore, type Span } from './lane.ts';
import { msPerPx, type TimeScale, xOf } from './time-scale.ts';

export interface MotionColumn {
  xPx: number;
  widthPx: number;
  /** Share of the column's time with motion, in steps. */
  share: number;
}

const COLUMN_PX = 3;
const STEPS = 6;

/**
 * How much motion there was, column by column; equal neighbours are one. Columns are at fixed times, so that they do not flicker
 * while the view moves.
 */
export function motionColumns(motion: readonly Span[], scale: TimeScale): MotionColumn[] {
  const columnMs = COLUMN_PX * msPerPx(scale);
  const columns: MotionColumn[] = [];
  // It may begin before the view does.
  let column = Math.floor(scale.startMs / columnMs);
  let next = Math.max(0, indexBefore(motion, column * columnMs));
  while (column * columnMs < scale.endMs) {
    const [fromMs, toMs] = [column * columnMs, (column + 1) * columnMs];
    while (next < motion.length && (motion[next] as Span).endMs <= fromMs) next += 1;
    const first = motion[next];
    if (!first) break;
    // Nothing until the next motion.
    if (first.startMs >= toMs) {
      column = Math.floor(first.startMs / columnMs);
      continue;
    }
    // Within a long motion all columns are full.
    const whole = Math.floor(Math.min(first.endMs, scale.endMs + columnMs) / columnMs);
    const isWhole = first.startMs <= fromMs && whole > column;
    const endColumn = isWhole ? whole : column + 1;
    const share = isWhole ? 1 : stepped(coveredMs(motion, next, fromMs, toMs) / columnMs);
    add(columns, { xPx: xOf(scale, fromMs), widthPx: (endColumn - column) * COLUMN_PX, share });
    column = endColumn;
  }
  return columns;
}

/** Even a short motion is visible. */
const stepped = (share: number): number => Math.max(1, Math.round(share * STEPS)) / STEPS;

function coveredMs(motion: readonly Span[], from: number, fromMs: number, toMs: number): number {
  let sum = 0;
  for (let n = from; n < motion.length && (motion[n] as Span).startMs < toMs; n += 1) {
    const { startMs, endMs } = motion[n] as Span;
    sum += Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs));
  }
  return sum;
}

function add(columns: MotionColumn[], column: MotionColumn): void {
  const last = columns.at(-1);
  if (last && last.share === column.share && Math.abs(last.xPx + last.widthPx - column.xPx) < 0.01)
    last.widthPx += column.widthPx;
  else columns.push(column);
}
