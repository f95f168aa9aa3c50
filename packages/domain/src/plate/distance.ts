import { type FoldedPlate, foldLookAlikes } from './look-alikes.ts';
import { MAX_PLATE_LENGTH, type Plate } from './plate.ts';

// One row of costs, reused between calls: a report compares thousands of pairs, and nothing here can interleave.
const scratch = new Int32Array(MAX_PLATE_LENGTH + 1);

/** Levenshtein distance of two folded plates, or undefined when it exceeds the limit. */
export function foldedDistanceWithin(a: FoldedPlate, b: FoldedPlate, limit: number): number | undefined {
  // Written so that nothing is within a limit of NaN.
  if (!(Math.abs(a.length - b.length) <= limit)) return undefined;
  if (a === b) return 0;

  // A common prefix or suffix is never edited in a cheapest edit script.
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > 0 && bEnd > 0 && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd -= 1;
    bEnd -= 1;
  }
  let start = 0;
  while (start < aEnd && start < bEnd && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  const rows = aEnd - start;
  const columns = bEnd - start;
  if (rows === 0 || columns === 0) return Math.max(rows, columns);

  // Cells further than the limit from the diagonal cannot be on a path within the limit.
  const tooFar = limit + 1;
  const costs = columns < scratch.length ? scratch : new Int32Array(columns + 1);
  for (let column = 0; column <= columns; column += 1) costs[column] = Math.min(column, tooFar);
  for (let row = 1; row <= rows; row += 1) {
    const from = Math.max(1, row - limit);
    const to = Math.min(columns, row + limit);
    let diagonal = costs[from - 1] ?? tooFar;
    let left = from === 1 ? Math.min(row, tooFar) : tooFar;
    costs[from - 1] = left;
    let smallest = left;
    const character = a.charCodeAt(start + row - 1);
    for (let column = from; column <= to; column += 1) {
      const above = costs[column] ?? tooFar;
      const substituted = character === b.charCodeAt(start + column - 1) ? diagonal : diagonal + 1;
      left = Math.min(substituted, above + 1, left + 1, tooFar);
      diagonal = above;
      costs[column] = left;
      if (left < smallest) smallest = left;
    }
    if (smallest > limit) return undefined;
  }
  const distance = costs[columns] ?? tooFar;
  return distance > limit ? undefined : distance;
}

/** Levenshtein distance in which a change inside a look-alike group costs nothing. */
export function plateDistance(a: Plate, b: Plate): number {
  const longest = Math.max(a.length, b.length);
  return foldedDistanceWithin(foldLookAlikes(a), foldLookAlikes(b), longest) ?? longest;
}

/** Two texts are the same plate when they differ in look-alikes only, which cost no edit. */
export const samePlate = (a: Plate, b: Plate): boolean => plateDistance(a, b) === 0;

/** Like plateDistance, but undefined as soon as the distance must exceed the limit. */
export const plateDistanceWithin = (a: Plate, b: Plate, limit: number): number | undefined =>
  foldedDistanceWithin(foldLookAlikes(a), foldLookAlikes(b), limit);
