import { type Hit, hitTest, snapToEdges } from './hit-test.ts';
import type { LaneData, Span } from './lane.ts';
import type { TimelineLayout } from './layout.ts';
import { pan, type TimeScale, timeAt, zoomAround } from './time-scale.ts';

interface Place {
  xPx: number;
  yPx: number;
}

export interface Pointed {
  atMs: number;
  xPx: number;
  /** The lane under the pointer; undefined on the ruler. */
  lane: number | undefined;
}

/** The facts about the timeline that a gesture needs. */
export interface GestureScene {
  scale: TimeScale;
  layout: TimelineLayout;
  lanes: readonly LaneData[];
  playheadMs: number;
  range: Span | undefined;
}

export type PointerInput =
  | ({ kind: 'down' | 'move' | 'up' | 'cancel'; pointer: number; isTouch: boolean; isShift: boolean } & Place)
  | { kind: 'leave' };

export type GestureEffect =
  | { kind: 'hover'; pointed: Pointed | undefined }
  | { kind: 'scale'; scale: TimeScale }
  | { kind: 'scrub'; atMs: number }
  | { kind: 'end-scrub'; atMs: number }
  | { kind: 'range'; range: Span }
  | { kind: 'seek'; atMs: number; lane: number | undefined }
  | { kind: 'cursor'; cursor: string };

type Drag =
  | ({ kind: 'undecided'; hit: Hit; from: TimeScale } & Place)
  | { kind: 'pan'; xPx: number; from: TimeScale }
  | { kind: 'scrub'; atMs: number }
  | { kind: 'range'; anchorMs: number }
  | { kind: 'pinch'; from: TimeScale; middlePx: number; apartPx: number };

/** The current gesture of the pointers on the timeline. */
export interface Gesture {
  fingers: ReadonlyMap<number, Place>;
  drag: Drag | undefined;
}

export interface GestureStep {
  gesture: Gesture;
  effects: readonly GestureEffect[];
}

export const noGesture: Gesture = { fingers: new Map(), drag: undefined };

const CLICK_PX = 4;
const MOUSE_REACH_PX = 7;
const TOUCH_REACH_PX = 22;
/** Minimum distance of two fingers, because a pinch divides by it. */
const MIN_APART_PX = 20;

const hoverEnds: GestureEffect = { kind: 'hover', pointed: undefined };

/** The gesture after an event of a pointer, and what follows for the timeline. */
export function nextGesture(gesture: Gesture, input: PointerInput, scene: GestureScene): GestureStep {
  switch (input.kind) {
    case 'leave':
      return { gesture, effects: gesture.drag ? [] : [hoverEnds] };
    case 'down':
      return onDown({ ...gesture, fingers: new Map(gesture.fingers).set(input.pointer, placeOf(input)) }, input, scene);
    case 'move':
      return onMove(gesture, input, scene);
    case 'up':
    case 'cancel':
      return onUp(gesture, input, scene);
  }
}

type PointerEventInput = Exclude<PointerInput, { kind: 'leave' }>;

function onDown(gesture: Gesture, input: PointerEventInput, scene: GestureScene): GestureStep {
  if (gesture.fingers.size === 2) return beginPinch(gesture, scene);
  if (gesture.fingers.size > 2) return { gesture, effects: [] };
  const { gesture: pressed, effects } = press(gesture, input, scene);
  return { gesture: pressed, effects: [...endOfScrub(gesture.drag), ...effects] };
}

function press(gesture: Gesture, input: PointerEventInput, scene: GestureScene): GestureStep {
  const { scale, range } = scene;
  const hit = hitOf(input, scene, input.isTouch);
  if (input.isShift)
    return {
      gesture: { ...gesture, drag: { kind: 'range', anchorMs: timeAt(scale, input.xPx) } },
      effects: [hoverEnds],
    };
  if (hit.kind === 'range-edge' && range) {
    const anchorMs = hit.edge === 'start' ? range.endMs : range.startMs;
    return { gesture: { ...gesture, drag: { kind: 'range', anchorMs } }, effects: [hoverEnds] };
  }
  return { gesture: { ...gesture, drag: { kind: 'undecided', hit, ...placeOf(input), from: scale } }, effects: [] };
}

function beginPinch(gesture: Gesture, { scale }: GestureScene): GestureStep {
  const { drag, fingers } = gesture;
  return {
    gesture: { fingers, drag: { kind: 'pinch', from: scale, ...spreadOf(fingers) } },
    effects: [...endOfScrub(drag), hoverEnds],
  };
}

const endOfScrub = (drag: Drag | undefined): GestureEffect[] =>
  drag?.kind === 'scrub' ? [{ kind: 'end-scrub', atMs: drag.atMs }] : [];

function onMove(before: Gesture, input: PointerEventInput, scene: GestureScene): GestureStep {
  const isPressed = before.fingers.has(input.pointer);
  // A mouse that passes by while a finger drags.
  if (before.drag && !isPressed) return { gesture: before, effects: [] };
  const fingers = isPressed ? new Map(before.fingers).set(input.pointer, placeOf(input)) : before.fingers;
  const gesture = { ...before, fingers };
  const { drag } = gesture;
  if (!drag) {
    const cursor: GestureEffect = { kind: 'cursor', cursor: cursorFor(hitOf(input, scene, false), input.isShift) };
    return {
      gesture,
      effects: input.isTouch ? [cursor] : [{ kind: 'hover', pointed: pointedAt(input, scene) }, cursor],
    };
  }
  switch (drag.kind) {
    case 'undecided':
      return Math.hypot(input.xPx - drag.xPx, input.yPx - drag.yPx) < CLICK_PX
        ? { gesture, effects: [] }
        : decide(gesture, drag, input, scene);
    case 'pan':
      return { gesture, effects: [{ kind: 'scale', scale: pan(drag.from, input.xPx - drag.xPx) }] };
    case 'scrub':
      return scrubTo(gesture, input, scene);
    case 'range': {
      const atMs = timeAt(scene.scale, input.xPx);
      const range = { startMs: Math.min(drag.anchorMs, atMs), endMs: Math.max(drag.anchorMs, atMs) };
      return { gesture, effects: [{ kind: 'range', range }] };
    }
    case 'pinch':
      return fingers.size < 2
        ? { gesture, effects: [] }
        : { gesture, effects: [{ kind: 'scale', scale: pinch(drag, fingers) }] };
  }
}

/** A press that has moved drags the playhead or the view, depending on where it began. */
function decide(
  gesture: Gesture,
  { hit, xPx, from }: Extract<Drag, { kind: 'undecided' }>,
  input: PointerEventInput,
  scene: GestureScene,
): GestureStep {
  if (hit.kind === 'playhead' || hit.kind === 'ruler') {
    const { gesture: scrubbing, effects } = scrubTo(gesture, input, scene);
    return { gesture: scrubbing, effects: [hoverEnds, ...effects] };
  }
  const scale = pan(from, input.xPx - xPx);
  return {
    gesture: { ...gesture, drag: { kind: 'pan', xPx, from } },
    effects: [hoverEnds, { kind: 'cursor', cursor: 'grabbing' }, { kind: 'scale', scale }],
  };
}

function scrubTo(gesture: Gesture, { xPx }: Place, { scale }: GestureScene): GestureStep {
  const atMs = timeAt(scale, Math.min(scale.widthPx, Math.max(0, xPx)));
  return { gesture: { ...gesture, drag: { kind: 'scrub', atMs } }, effects: [{ kind: 'scrub', atMs }] };
}

function pinch(
  { from, middlePx, apartPx }: Extract<Drag, { kind: 'pinch' }>,
  fingers: ReadonlyMap<number, Place>,
): TimeScale {
  const now = spreadOf(fingers);
  const zoomed = zoomAround(from, { xPx: middlePx, factor: now.apartPx / apartPx });
  return pan(zoomed, now.middlePx - middlePx);
}

function onUp(before: Gesture, input: PointerEventInput, scene: GestureScene): GestureStep {
  const { drag } = before;
  const fingers = new Map(before.fingers);
  fingers.delete(input.pointer);
  // The finger that remains after a pinch must not start a drag.
  if (drag?.kind === 'pinch' && fingers.size > 0) return { gesture: { fingers, drag }, effects: [] };
  const effects: GestureEffect[] = [{ kind: 'cursor', cursor: '' }, ...endOfScrub(drag)];
  if (drag?.kind === 'undecided' && input.kind === 'up') {
    const lane = laneAt(input.yPx, scene);
    const runs = lane === undefined ? [] : (scene.lanes[lane]?.runs ?? []);
    effects.push({ kind: 'seek', atMs: snapToEdges(scene.scale, input.xPx, runs), lane });
  }
  return { gesture: { fingers, drag: undefined }, effects };
}

const placeOf = ({ xPx, yPx }: Place): Place => ({ xPx, yPx });

const hitOf = (at: Place, { scale, layout, playheadMs, range }: GestureScene, isTouch: boolean): Hit =>
  hitTest({ ...placeOf(at), scale, layout, playheadMs, range, reachPx: isTouch ? TOUCH_REACH_PX : MOUSE_REACH_PX });

const laneAt = (yPx: number, { layout: { rulerPx, lanePx, lanes } }: GestureScene): number | undefined => {
  const lane = Math.floor((yPx - rulerPx) / lanePx);
  return yPx >= rulerPx && lane < lanes ? lane : undefined;
};

const pointedAt = ({ xPx, yPx }: Place, scene: GestureScene): Pointed => ({
  atMs: timeAt(scene.scale, xPx),
  xPx,
  lane: laneAt(yPx, scene),
});

/** Middle and distance of the first two fingers. */
function spreadOf(fingers: ReadonlyMap<number, Place>): { middlePx: number; apartPx: number } {
  const [one = 0, other = 0] = [...fingers.values()].map(({ xPx }) => xPx);
  return { middlePx: (one + other) / 2, apartPx: Math.max(MIN_APART_PX, Math.abs(one - other)) };
}

function cursorFor(hit: Hit, isRange: boolean): string {
  if (isRange) return 'crosshair';
  if (hit.kind === 'playhead' || hit.kind === 'range-edge') return 'ew-resize';
  return hit.kind === 'ruler' ? 'pointer' : 'default';
}
