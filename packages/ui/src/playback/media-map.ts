import { STRETCH_TOLERANCE_MS } from '@holdfast/domain';
import { indexBefore } from '../timeline/lane.ts';

/** One piece of media: its wall time and its position in the player. */
export interface MediaPiece {
  wallMs: number;
  mediaSeconds: number;
  durationSeconds: number;
}

/** Maps between wall time and the position in a player that holds the footage end to end. */
export interface MediaMap {
  /** The player's position for a moment; undefined where there is no footage. */
  toMedia(wallMs: number): number | undefined;
  /** The moment of a position; a position between two pieces belongs to the earlier one. */
  toWall(mediaSeconds: number): number | undefined;
  /** Position of the end of the stretch that contains a moment. */
  stretchEnd(wallMs: number): number | undefined;
  /** The first moment with footage at or after the given one. */
  nextFootage(wallMs: number): number | undefined;
}

export function createMediaMap(pieces: readonly MediaPiece[]): MediaMap {
  const spans = pieces
    .map(({ wallMs, mediaSeconds, durationSeconds }) => ({
      startMs: wallMs,
      endMs: wallMs + durationSeconds * 1000,
      mediaSeconds,
      durationSeconds,
    }))
    .sort((a, b) => a.startMs - b.startMs);
  const byMedia = spans.toSorted((a, b) => a.mediaSeconds - b.mediaSeconds);
  /** Latest end of each piece and all before it, because a piece may extend past those that follow. */
  const reachesMs: number[] = [];
  for (const { endMs } of spans) reachesMs.push(Math.max(endMs, reachesMs.at(-1) ?? endMs));
  const reachMs = (index: number) => reachesMs[index] ?? Number.NEGATIVE_INFINITY;
  /** The next piece, if it continues where this one ends. */
  const seamAfter = (index: number) => {
    const next = spans[index + 1];
    return next && next.startMs - reachMs(index) <= STRETCH_TOLERANCE_MS ? next : undefined;
  };
  const stretchEnds: number[] = [];
  for (const [index, { mediaSeconds, durationSeconds }] of [...spans.entries()].reverse())
    stretchEnds[index] = (seamAfter(index) && stretchEnds[index + 1]) ?? mediaSeconds + durationSeconds;
  const places = byMedia.map(({ mediaSeconds }) => ({ startMs: mediaSeconds, endMs: 0 }));

  return {
    toMedia: (wallMs) => {
      const index = indexBefore(spans, wallMs);
      const span = spans[index];
      const next = spans[index + 1];
      if (!span) return next && next.startMs - wallMs <= STRETCH_TOLERANCE_MS ? next.mediaSeconds : undefined;
      if (wallMs >= reachMs(index)) return seamAfter(index)?.mediaSeconds;
      const holder =
        wallMs < span.endMs ? span : spans.findLast(({ startMs, endMs }) => startMs <= wallMs && wallMs < endMs);
      return holder && holder.mediaSeconds + (wallMs - holder.startMs) / 1000;
    },
    toWall: (mediaSeconds) => {
      const span = byMedia[Math.max(0, indexBefore(places, mediaSeconds))];
      if (!span) return undefined;
      const intoSeconds = Math.min(Math.max(0, mediaSeconds - span.mediaSeconds), span.durationSeconds);
      return span.startMs + intoSeconds * 1000;
    },
    stretchEnd: (wallMs) => stretchEnds[Math.max(0, indexBefore(spans, wallMs))],
    nextFootage: (wallMs) => {
      const index = indexBefore(spans, wallMs);
      return wallMs < reachMs(index) ? wallMs : spans[index + 1]?.startMs;
    },
  };
}
