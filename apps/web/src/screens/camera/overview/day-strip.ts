export interface StripPiece {
  /** From 0 at midnight to 1 at the next. */
  from: number;
  to: number;
}

interface Day {
  startMs: number;
  endMs: number;
}

// On an ordinary screen a thinner one would not be seen, and every piece is worth knowing of.
const LEAST_WIDTH = 0.0015;

/** Runs of footage as parts of a day; what reaches beyond it is cut. */
export function stripPieces(runs: readonly { start: string; end: string }[], { startMs, endMs }: Day): StripPiece[] {
  const part = (ms: number) => Math.min(1, Math.max(0, (ms - startMs) / (endMs - startMs)));
  return runs.flatMap(({ start, end }) => {
    const [from, to] = [part(Date.parse(start)), part(Date.parse(end))];
    if (to <= from) return [];
    const wide = Math.max(to, Math.min(1, from + LEAST_WIDTH));
    return [{ from: Math.min(from, 1 - LEAST_WIDTH), to: wide }];
  });
}

export const recordedMs = (runs: readonly { start: string; end: string }[], { startMs, endMs }: Day): number =>
  runs.reduce((sum, { start, end }) => {
    const [from, to] = [Math.max(startMs, Date.parse(start)), Math.min(endMs, Date.parse(end))];
    return sum + Math.max(0, to - from);
  }, 0);
