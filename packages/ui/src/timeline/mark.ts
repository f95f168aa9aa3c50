import type { Span } from './lane.ts';
import { type TimeScale, timeAt, xOf } from './time-scale.ts';

/** Something that people or the system noted at a time: drawn on the lanes, and shown under the pointer. */
export interface TimelineMark extends Span {
  id: string;
  kind: 'bookmark' | 'event';
  /** Null holds for all cameras. */
  cameraId: string | null;
  text: string;
}

export const marksOf = (marks: readonly TimelineMark[], cameraId: string): TimelineMark[] =>
  marks.filter((mark) => mark.cameraId === cameraId || mark.cameraId === null);

const REACH_PX = 6;

/** The marks a pointer touches, those of the shortest time first. */
export function marksAt(marks: readonly TimelineMark[], scale: TimeScale, atMs: number): TimelineMark[] {
  const reachMs = timeAt(scale, REACH_PX) - timeAt(scale, 0);
  return marks
    .filter(({ startMs, endMs }) => startMs - reachMs <= atMs && atMs <= endMs + reachMs)
    .toSorted((a, b) => a.endMs - a.startMs - (b.endMs - b.startMs));
}

const MERGE_PX = 10;

/** Where events lie so close that their signs would cover each other, one sign stands for all. */
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
