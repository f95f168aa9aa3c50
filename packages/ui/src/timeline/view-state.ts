import { type Glide, glideAt, hasArrived } from './glide.ts';
import {
  centerOn,
  clampToLimits,
  contains,
  resize,
  spanOf,
  type TimeScale,
  timeAt,
  xOf,
  zoomAround,
} from './time-scale.ts';

/** The view of the timeline: its range of time, and what moves over it. */
export interface ViewState {
  scale: TimeScale;
  /** Set while the scale changes gradually. */
  glide: Glide | undefined;
  playheadMs: number;
  hoverMs: number | undefined;
  isScrubbing: boolean;
  /** Limits panning into the past. */
  oldestMs: number;
}

export type ViewEvent =
  | { kind: 'show'; scale: TimeScale; glides: boolean }
  /** Around the playhead, or the middle if the playhead is out of view. */
  | { kind: 'zoom'; factor: number; aroundMs: number | undefined }
  | { kind: 'playhead'; atMs: number; follow: boolean }
  | { kind: 'hover'; atMs: number | undefined }
  | { kind: 'scrubbing'; isScrubbing: boolean }
  | { kind: 'oldest'; atMs: number }
  | { kind: 'resize'; widthPx: number }
  /** A frame is about to be painted. */
  | { kind: 'frame' };

export interface ViewFacts {
  nowMs: number;
  /** Monotonic clock, such as `performance.now()`. */
  tickMs: number;
  /** The user prefers reduced motion. */
  isStill: boolean;
}

/** `lanes`: everything, with the data of another view; `overlay`: only what moves over the lanes. */
export type Repaint = 'nothing' | 'overlay' | 'lanes';

export interface ViewStep {
  state: ViewState;
  repaint: Repaint;
}

/** The view follows a playhead beyond this fraction of the width. The present is before it, so that a live view does not move. */
const FOLLOW_FROM = 0.97;
const FOLLOWED_SHARE = 0.3;

export const initialView = (scale: TimeScale): ViewState => ({
  scale,
  glide: undefined,
  playheadMs: (scale.startMs + scale.endMs) / 2,
  hoverMs: undefined,
  isScrubbing: false,
  oldestMs: Number.NEGATIVE_INFINITY,
});

/** The view after an event, and what has to be painted again. Another scale is another object. */
export function nextView(state: ViewState, event: ViewEvent, facts: ViewFacts): ViewStep {
  switch (event.kind) {
    case 'show':
      return show(state, event, facts);
    case 'zoom':
      return show(state, { scale: zoomed(state, event), glides: true }, facts);
    case 'playhead':
      return movePlayhead(state, event, facts);
    case 'hover':
      return { state: { ...state, hoverMs: event.atMs }, repaint: 'overlay' };
    case 'scrubbing':
      return { state: { ...state, isScrubbing: event.isScrubbing }, repaint: 'overlay' };
    case 'oldest':
      return { state: { ...state, oldestMs: event.atMs }, repaint: 'nothing' };
    case 'resize':
      return fitWidth(state, event.widthPx);
    case 'frame':
      return advance(state, facts.tickMs);
  }
}

function show(
  state: ViewState,
  { scale, glides }: { scale: TimeScale; glides: boolean },
  { nowMs, tickMs, isStill }: ViewFacts,
): ViewStep {
  const { widthPx } = state.scale;
  const to = clampToLimits({ ...scale, widthPx }, { oldestMs: state.oldestMs, newestMs: nowMs });
  if (glides && !isStill)
    return { state: { ...state, glide: { from: state.scale, to, sinceTickMs: tickMs } }, repaint: 'overlay' };
  return { state: { ...state, scale: to, glide: undefined }, repaint: 'lanes' };
}

/** A further step of the zoom starts from where the previous one leads. */
function zoomed(
  { scale, glide, playheadMs }: ViewState,
  { factor, aroundMs }: { factor: number; aroundMs: number | undefined },
): TimeScale {
  const atMs = aroundMs ?? (contains(scale, playheadMs) ? playheadMs : timeAt(scale, scale.widthPx / 2));
  const from = { ...(glide?.to ?? scale), widthPx: scale.widthPx };
  return zoomAround(from, { xPx: xOf(from, atMs), factor });
}

function movePlayhead(
  state: ViewState,
  { atMs, follow }: { atMs: number; follow: boolean },
  facts: ViewFacts,
): ViewStep {
  const { scale, playheadMs, glide } = state;
  const moved = { ...state, playheadMs: atMs };
  const isLeaving = contains(scale, playheadMs) && xOf(scale, atMs) > scale.widthPx * FOLLOW_FROM;
  if (follow && isLeaving && !glide)
    return show(moved, { scale: centerOn(scale, atMs, FOLLOWED_SHARE), glides: true }, facts);
  return { state: moved, repaint: isNewPlace(scale, playheadMs, atMs) ? 'overlay' : 'nothing' };
}

/** At least half a pixel or a second: smaller changes are not visible. */
const isNewPlace = (scale: TimeScale, beforeMs: number, afterMs: number): boolean =>
  Math.floor(beforeMs / 1000) !== Math.floor(afterMs / 1000) ||
  Math.round(2 * xOf(scale, beforeMs)) !== Math.round(2 * xOf(scale, afterMs));

/** Keeps the span, and the playhead in its place if it is in view. */
function fitWidth(state: ViewState, widthPx: number): ViewStep {
  const { scale, playheadMs } = state;
  if (widthPx === 0 || widthPx === scale.widthPx) return { state, repaint: 'nothing' };
  const centerMs = contains(scale, playheadMs) ? playheadMs : (scale.startMs + scale.endMs) / 2;
  const share = (centerMs - scale.startMs) / spanOf(scale);
  return { state: { ...state, scale: centerOn(resize(scale, widthPx), centerMs, share) }, repaint: 'lanes' };
}

function advance(state: ViewState, tickMs: number): ViewStep {
  const { glide, scale } = state;
  if (!glide) return { state, repaint: 'nothing' };
  return {
    state: {
      ...state,
      scale: glideAt(glide, tickMs, scale.widthPx),
      glide: hasArrived(glide, tickMs) ? undefined : glide,
    },
    repaint: 'lanes',
  };
}
