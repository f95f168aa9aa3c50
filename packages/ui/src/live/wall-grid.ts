import type { LiveLayout } from '@holdfast/domain';

export interface WallGrid {
  columns: number;
  rows: number;
  /** Panes of one page; those beyond it are on the next. */
  perPage: number;
  /** Whether the rows share the available height; otherwise each is as high as its pictures and the wall scrolls. */
  fits: boolean;
  /** Rows and columns that the first pane spans. */
  firstSpan: number;
}

interface WallFacts {
  layout: LiveLayout;
  panes: number;
  widthPx: number;
  heightPx: number;
  /** Height of the bar below each picture. */
  barPx: number;
}

const ASPECT = 16 / 9;
const MIN_PANE_PX = 260;
/** On a phone in landscape, all cameras at once matter more than the size of each. */
const MIN_PANE_IN_LOW_WINDOW_PX = 200;
const LOW_WINDOW_PX = 400;

const fixed: Record<Exclude<LiveLayout, 'auto'>, WallGrid> = {
  single: { columns: 1, rows: 1, perPage: 1, fits: true, firstSpan: 1 },
  two: { columns: 2, rows: 2, perPage: 4, fits: true, firstSpan: 1 },
  three: { columns: 3, rows: 3, perPage: 9, fits: true, firstSpan: 1 },
  four: { columns: 4, rows: 4, perPage: 16, fits: true, firstSpan: 1 },
  focus: { columns: 3, rows: 3, perPage: 6, fits: true, firstSpan: 2 },
};

/** The grid of a wall. A phone has one column in every layout. */
export function wallGrid({ layout, panes, widthPx, heightPx, barPx }: WallFacts): WallGrid {
  const count = Math.max(1, panes);
  const column = { columns: 1, rows: count, perPage: count, fits: false, firstSpan: 1 };
  if (layout !== 'auto') return widthPx < 2 * MIN_PANE_PX && layout !== 'single' ? column : fixed[layout];
  const isLow = heightPx < LOW_WINDOW_PX && widthPx >= 2 * MIN_PANE_PX;
  const minPx = isLow ? MIN_PANE_IN_LOW_WINDOW_PX : MIN_PANE_PX;
  const most = Math.max(1, Math.floor(widthPx / minPx));
  const choices = Array.from({ length: Math.min(most, count) }, (_, i) => {
    const columns = i + 1;
    const rows = Math.ceil(count / columns);
    const paneWidthPx = Math.min(widthPx / columns, (heightPx / rows - barPx) * ASPECT);
    return { columns, rows, paneWidthPx };
  });
  const best = choices.reduce((a, b) => (b.paneWidthPx > a.paneWidthPx + 1 ? b : a));
  const split = count === 3 ? largeFirst({ widthPx, heightPx, barPx }) : undefined;
  const gapless = choices.filter(({ columns, rows }) => columns * rows === count);
  const rivalPx = Math.max(...gapless.map(({ paneWidthPx }) => paneWidthPx));
  // Only if the small pictures stay large enough.
  if (split && split.cellPx >= minPx && split.areaPx > 3 * rivalPx ** 2)
    return { columns: split.columns, rows: split.rows, perPage: 3, fits: true, firstSpan: 2 };
  if (best.paneWidthPx >= minPx && most > 1)
    return { columns: best.columns, rows: best.rows, perPage: count, fits: true, firstSpan: 1 };
  // Too many for one screen: as many columns as stay readable, and the wall scrolls.
  const columns = Math.min(Math.max(1, Math.floor(widthPx / MIN_PANE_PX)), count);
  return { columns, rows: Math.ceil(count / columns), perPage: count, fits: false, firstSpan: 1 };
}

/** Three cameras as one large pane and two small ones below or beside it: two by two would leave a quarter empty, so it is no rival. */
function largeFirst({ widthPx, heightPx, barPx }: Pick<WallFacts, 'widthPx' | 'heightPx' | 'barPx'>) {
  const arranged = [
    { columns: 2, rows: 3 },
    { columns: 3, rows: 2 },
  ].map(({ columns, rows }) => {
    // In both arrangements two panes are stacked.
    const cellPx = Math.min(widthPx / columns, ((heightPx - 2 * barPx) / rows) * ASPECT);
    return { columns, rows, cellPx, areaPx: 6 * cellPx ** 2 };
  });
  return arranged.reduce((a, b) => (b.cellPx > a.cellPx ? b : a));
}

export interface WallCells {
  /** Width of a pane that takes one field. */
  cellPx: number;
  /** Heights of the first rows; all others are `rowPx` high. */
  firstRowsPx: readonly number[];
  rowPx: number;
}

/** The fields of a wall: each has a picture of 16:9 and its bar, so that there are no black borders. */
export function wallCells(
  { columns, rows, fits, firstSpan }: WallGrid,
  { widthPx, heightPx, barPx, gapPx }: { widthPx: number; heightPx: number; barPx: number; gapPx: number },
): WallCells {
  const byWidth = (widthPx - gapPx * (columns - 1)) / columns;
  // A large pane as wide as the wall has its rows to itself, with a single bar.
  const ownRows = firstSpan > 1 && firstSpan === columns ? firstSpan : 1;
  const largeGapPx = gapPx * (ownRows - 1);
  const barsAndGapsPx = barPx * (rows - ownRows + 1) + gapPx * (rows - ownRows) + largeGapPx / ASPECT;
  const byHeight = fits ? ((heightPx - barsAndGapsPx) / rows) * ASPECT : Number.POSITIVE_INFINITY;
  const cellPx = Math.max(0, Math.floor(Math.min(byWidth, byHeight)));
  const rowPx = cellPx / ASPECT + barPx;
  if (ownRows === 1) return { cellPx, firstRowsPx: [], rowPx };
  const largePx = (cellPx * ownRows + largeGapPx) / ASPECT + barPx;
  const firstRowsPx = Array.from({ length: ownRows }, () => (largePx - largeGapPx) / ownRows);
  return { cellPx, firstRowsPx, rowPx };
}

export const pageCount = (panes: number, { perPage }: WallGrid): number => Math.max(1, Math.ceil(panes / perPage));
