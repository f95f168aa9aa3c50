import type { Span } from './lane.ts';
import { type TimeScale, timeAt, xOf } from './time-scale.ts';

/** A bookmark or an event: drawn on the lanes, with details under the pointer. */
export interface TimelineMark extends Span {
  id: string;
  kind: 'bookmark' | 'event';
  /** Null for all cameras. */
  cameraId: string | null;
  text: string;
}

export const marksOf = (marks: readonly TimelineMark[], cameraId: string): TimelineMark[] =>
  marks.filter((mark) => mark.cameraId === cameraId || mark.cameraId === null);

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
