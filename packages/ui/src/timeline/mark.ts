import { GLYPH_ORDER, type Glyph } from './glyph.ts';
import { clip, type Span } from './lane.ts';
import { type TimeScale, timeAt, xOf } from './time-scale.ts';

export type MarkKind =
  | 'bookmark'
  /** A system event, such as a lost camera or a full disk. */
  | 'event'
  | 'detection'
  /** A door or window that was open. */
  | 'opening'
  | 'plate'
  /** A result of a search. */
  | 'found';

/** Something at a time: drawn on the lanes, with details under the pointer. */
export interface TimelineMark extends Span {
  id: string;
  kind: MarkKind;
  /** The symbol, for kinds that have one. */
  glyph?: Glyph;
  /** Null for all cameras. */
  cameraId: string | null;
  text: string;
  /** Parts of an opening in which it was unknown whether it was still open: in order, without overlaps. */
  unknown?: readonly Span[];
}

/** In the order of time. */
export const marksOf = (marks: readonly TimelineMark[], cameraId: string): TimelineMark[] =>
  marks.filter((mark) => mark.cameraId === cameraId || mark.cameraId === null).sort((a, b) => a.startMs - b.startMs);

const REACH_PX = 6;

/** The marks under a pointer, shortest first. */
export function marksAt(marks: readonly TimelineMark[], scale: TimeScale, atMs: number): TimelineMark[] {
  const reachMs = timeAt(scale, REACH_PX) - timeAt(scale, 0);
  return marks
    .filter(({ startMs, endMs }) => startMs - reachMs <= atMs && atMs <= endMs + reachMs)
    .toSorted((a, b) => a.endMs - a.startMs - (b.endMs - b.startMs));
}

const MERGE_PX = 10;

/** Groups events that are so close that their symbols would overlap. */
export function spreadEvents(marks: readonly TimelineMark[], scale: TimeScale): { xPx: number; count: number }[] {
  const signs: { xPx: number; count: number }[] = [];
  const events = marks.filter(({ kind }) => kind === 'event').toSorted((a, b) => a.startMs - b.startMs);
  for (const { startMs } of events) {
    const xPx = xOf(scale, startMs);
    const last = signs.at(-1);
    if (last && xPx - last.xPx < MERGE_PX) last.count += 1;
    else signs.push({ xPx, count: 1 });
  }
  return signs;
}

export interface DrawnGlyph {
  xPx: number;
  glyph: Glyph;
  count: number;
}

/** The symbols of marks in the order of time; those that would overlap are one. */
export function glyphsOf(marks: readonly TimelineMark[], scale: TimeScale): DrawnGlyph[] {
  const drawn: DrawnGlyph[] = [];
  for (const { glyph, startMs } of marks) {
    if (glyph === undefined || startMs < scale.startMs || startMs > scale.endMs) continue;
    const xPx = xOf(scale, startMs);
    const last = drawn.at(-1);
    if (!last || xPx - last.xPx >= MERGE_PX) drawn.push({ xPx, glyph, count: 1 });
    else {
      last.count += 1;
      if (GLYPH_ORDER.indexOf(glyph) < GLYPH_ORDER.indexOf(last.glyph)) last.glyph = glyph;
    }
  }
  return drawn;
}

export interface OpeningPiece extends Span {
  isKnown: boolean;
}

/** An opening in pieces, known and unknown ones, from its start to its end. */
export function openingPieces({ startMs, endMs, unknown = [] }: Pick<TimelineMark, 'startMs' | 'endMs' | 'unknown'>) {
  const pieces: OpeningPiece[] = [];
  let atMs = startMs;
  for (const lost of clip(unknown, { startMs, endMs })) {
    if (lost.startMs > atMs) pieces.push({ startMs: atMs, endMs: lost.startMs, isKnown: true });
    pieces.push({ startMs: lost.startMs, endMs: lost.endMs, isKnown: false });
    atMs = lost.endMs;
  }
  if (atMs < endMs || pieces.length === 0) pieces.push({ startMs: atMs, endMs, isKnown: true });
  return pieces;
}
