import type { GapReason } from '@holdfast/domain';

export interface Span {
  startMs: number;
  endMs: number;
}

export interface Gap extends Span {
  reason: GapReason;
}

/** The timeline of one camera over a range of time: each list in order, without overlaps. */
export interface LaneData {
  runs: readonly Span[];
  motion: readonly Span[];
  gaps: readonly Gap[];
  /** Nothing is known about later times yet. */
  knownUntilMs: number;
}

export const emptyLane: LaneData = { runs: [], motion: [], gaps: [], knownUntilMs: 0 };

/** The last span that begins at or before a moment; -1 where none does. */
export function indexBefore(spans: readonly Span[], atMs: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.startMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function spanAt<S extends Span>(spans: readonly S[], atMs: number): S | undefined {
  const span = spans[indexBefore(spans, atMs)];
  return span && atMs < span.endMs ? span : undefined;
}

/** Start of the next or previous run; inside a run, shortly after its start, the previous one is that run itself. */
export function jumpTarget(runs: readonly Span[], atMs: number, direction: 'next' | 'previous'): number | undefined {
  const here = indexBefore(runs, atMs);
  if (direction === 'next') return runs[here + 1]?.startMs;
  const SETTLED_MS = 2_000;
  const own = runs[here];
  return own && atMs - own.startMs > SETTLED_MS ? own.startMs : runs[here - 1]?.startMs;
}

export const clip = <S extends Span>(spans: readonly S[], { startMs, endMs }: Span): S[] =>
  spans
    .filter((span) => span.startMs < endMs && span.endMs > startMs)
    .map((span) => ({ ...span, startMs: Math.max(span.startMs, startMs), endMs: Math.min(span.endMs, endMs) }));

/** Joins adjacent pieces for which `isSame` is true, so that tile borders are not visible. */
export function join<S extends Span>(pieces: readonly S[], isSame: (a: S, b: S) => boolean = () => true): S[] {
  const joined: S[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && piece.startMs <= last.endMs + 1 && isSame(last, piece))
      joined[joined.length - 1] = { ...last, endMs: Math.max(last.endMs, piece.endMs) };
    else joined.push(piece);
  }
  return joined;
}
