export type Slots = readonly (number | null)[];

interface Frame {
  /** The value at the upper edge. */
  most: number;
  height: number;
}

/** Pieces of known values: a gap in the values is a gap in the line. */
export function piecesOf(values: Slots): { from: number; values: number[] }[] {
  const pieces: { from: number; values: number[] }[] = [];
  let isOpen = false;
  for (const [index, value] of values.entries()) {
    if (value === null) isOpen = false;
    else if (isOpen) pieces.at(-1)?.values.push(value);
    else {
      pieces.push({ from: index, values: [value] });
      isOpen = true;
    }
  }
  return pieces;
}

const yOf = (value: number, { most, height }: Frame) => height - (Math.min(value, most) / most) * height;
const round = (figure: number) => Math.round(figure * 100) / 100;

/** The path of a line, one unit wide per slot. A single value is a short stroke. */
export function linePath(values: Slots, frame: Frame): string {
  return piecesOf(values)
    .map(({ from, values: piece }) => {
      const points = piece.map((value, index) => `${from + index + 0.5} ${round(yOf(value, frame))}`);
      if (points.length > 1) return `M${points.join('L')}`;
      const y = round(yOf(piece[0] ?? 0, frame));
      return `M${from + 0.2} ${y}L${from + 0.8} ${y}`;
    })
    .join('');
}

/** The same as an area down to the lower edge. */
export function areaPath(values: Slots, frame: Frame): string {
  return piecesOf(values)
    .map(({ from, values: piece }) => {
      const points = piece.map((value, index) => `${from + index + 0.5} ${round(yOf(value, frame))}`);
      return `M${from + 0.5} ${frame.height}L${points.join('L')}L${from + piece.length - 0.5} ${frame.height}Z`;
    })
    .join('');
}

/** A round upper edge above all values, so that the line does not jump with each new value. */
export function niceMax(lines: readonly Slots[]): number {
  const most = Math.max(0, ...lines.flatMap((values) => values.filter((value) => value !== null)));
  if (most === 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find((step) => step * unit >= most) ?? 10) * unit;
}

export const lastKnown = (values: Slots): number | null => values.findLast((value) => value !== null) ?? null;
