import type { Span } from '../timeline/lane.ts';
import type { MarkKind, TimelineMark } from '../timeline/mark.ts';
import { allRuns, findJump } from './footage-finder.ts';
import type { TimelineServer } from './timeline-data.ts';

const HOUR_MS = 3_600_000;
const SEARCH_RANGES_MS = [2 * HOUR_MS, 48 * HOUR_MS, 60 * 24 * HOUR_MS, 360 * 24 * HOUR_MS];
/** Marks of one kind that are closer than this count as one. */
const FINE_MS = 1_000;
/** The picture of a mark may be slightly before it: a jump forward must not find the same mark again. */
const BEYOND_MS = 500;
/** Within this time after a mark, a jump back leads to the one before it. */
const SETTLED_MS = 2_000;

export const FINDER_PARTS = 1_024;

/** The newest mark of each kind in each of `FINDER_PARTS` parts of the range, at least. */
export type FindMarks = (range: Span) => Promise<readonly TimelineMark[]>;

interface Facts {
  atMs: number;
  nowMs: number;
  direction: 'next' | 'previous';
}

/** The start of the next or previous mark of a kind. */
export async function findMark(
  find: FindMarks,
  { kind, atMs, nowMs, direction }: Facts & { kind: MarkKind },
): Promise<number | undefined> {
  const startsIn = async (range: Span) =>
    (await find(range))
      .filter((mark) => mark.kind === kind && mark.startMs >= range.startMs && mark.startMs < range.endMs)
      .map(({ startMs }) => startMs);
  for (const reachMs of SEARCH_RANGES_MS) {
    if (direction === 'previous') {
      const starts = await startsIn({ startMs: atMs - reachMs, endMs: atMs - SETTLED_MS });
      if (starts.length > 0) return Math.max(...starts);
      continue;
    }
    const range = { startMs: atMs + BEYOND_MS, endMs: Math.min(nowMs, atMs + reachMs) };
    if (range.endMs <= range.startMs) return undefined;
    const starts = await startsIn(range);
    if (starts.length > 0) return firstOf(startsIn, range, Math.min(...starts));
    if (range.endMs >= nowMs) return undefined;
  }
  return undefined;
}

/** Only the newest of each part is known: looks closer until none can be hidden before it. */
async function firstOf(startsIn: (range: Span) => Promise<number[]>, range: Span, foundMs: number): Promise<number> {
  const partMs = (range.endMs - range.startMs) / FINDER_PARTS;
  if (partMs <= FINE_MS) return foundMs;
  const closer = { startMs: Math.max(range.startMs, foundMs - partMs), endMs: foundMs + 1 };
  const starts = await startsIn(closer);
  return firstOf(startsIn, closer, Math.min(foundMs, ...starts));
}

/** The start of the next or previous mark of a kind, or of the next or previous motion of any of the cameras. */
export function findMarkOrMotion(
  { loadLanes, loadMarks }: Pick<TimelineServer, 'loadLanes' | 'loadMarks'>,
  { kind, cameraIds, ...facts }: Facts & { kind: MarkKind | 'motion'; cameraIds: readonly string[] },
): Promise<number | undefined> {
  if (kind !== 'motion')
    return findMark((range) => loadMarks({ ...range, cameraIds, parts: FINDER_PARTS }), { ...facts, kind });
  return findJump(async (range, resolutionMs) => {
    const request = { ...range, cameraIds: [...cameraIds], resolutionMs };
    const lanes = await loadLanes(request, new AbortController().signal);
    return allRuns([...lanes.values()].map(({ motion }) => motion));
  }, facts);
}
