import { RUN_TOLERANCE_MS } from '@holdfast/domain';
import { indexBefore } from '../timeline/lane.ts';

/** One piece of media: when it was taken and where it lies in the player. */
export interface MediaPiece {
  wallMs: number;
  mediaSeconds: number;
  durationSeconds: number;
}

/** Footage laid end to end in a player, against the time it was taken. */
export interface MediaMap {
  /** Where the player has to be for a moment; undefined where there is no footage. */
  toMedia(wallMs: number): number | undefined;
  /** The moment of a position; positions between two pieces count to the one before. */
  toWall(mediaSeconds: number): number | undefined;
  /** Where in the player the run ends that a moment lies in. */
  runEnd(wallMs: number): number | undefined;
  /** Where footage goes on at or after a moment. */
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
  /** The piece that goes on where this one ends, if it does. */
  const seamAfter = (index: number) => {
    const [span, next] = [spans[index], spans[index + 1]];
    return span && next && next.startMs - span.endMs <= RUN_TOLERANCE_MS ? next : undefined;
  };
  const runEnds: number[] = [];
  for (const [index, { mediaSeconds, durationSeconds }] of [...spans.entries()].reverse())
    runEnds[index] = (seamAfter(index) && runEnds[index + 1]) ?? mediaSeconds + durationSeconds;
  const places = byMedia.map(({ mediaSeconds }) => ({ startMs: mediaSeconds, endMs: 0 }));

  return {
    toMedia: (wallMs) => {
      const index = indexBefore(spans, wallMs);
      const span = spans[index];
      const next = spans[index + 1];
      if (!span) return next && next.startMs - wallMs <= RUN_TOLERANCE_MS ? next.mediaSeconds : undefined;
      const intoSeconds = (wallMs - span.startMs) / 1000;
      if (intoSeconds < span.durationSeconds) return span.mediaSeconds + intoSeconds;
      return seamAfter(index)?.mediaSeconds;
    },
    toWall: (mediaSeconds) => {
      const span = byMedia[Math.max(0, indexBefore(places, mediaSeconds))];
      if (!span) return undefined;
      const intoSeconds = Math.min(Math.max(0, mediaSeconds - span.mediaSeconds), span.durationSeconds);
      return span.startMs + intoSeconds * 1000;
    },
    runEnd: (wallMs) => runEnds[Math.max(0, indexBefore(spans, wallMs))],
    nextFootage: (wallMs) => {
      const index = indexBefore(spans, wallMs);
      const here = spans[index];
      return here && wallMs < here.endMs ? wallMs : spans[index + 1]?.startMs;
    },
  };
}
