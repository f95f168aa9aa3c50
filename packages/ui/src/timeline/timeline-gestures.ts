import { type Hit, hitTest, snapToEdges } from './hit-test.ts';
import type { Span } from './lane.ts';
import { pan, spanOf, type TimeScale, timeAt, zoomAround } from './time-scale.ts';
import type { TimelineView } from './timeline-view.ts';

export interface Pointed {
  atMs: number;
  xPx: number;
  /** The lane under the pointer; undefined on the ruler. */
  lane: number | undefined;
}

export interface TimelineActions {
  onSeek(atMs: number, lane: number | undefined): void;
  onScrub(atMs: number): void;
  onScrubEnd(atMs: number): void;
  onHover(pointed: Pointed | undefined): void;
  onRange(range: Span | undefined): void;
}

type Drag =
  | { kind: 'undecided'; hit: Hit; xPx: number; yPx: number; from: TimeScale }
  | { kind: 'pan'; xPx: number; from: TimeScale }
  | { kind: 'scrub' }
  | { kind: 'range'; anchorMs: number }
  | { kind: 'pinch'; from: TimeScale; middlePx: number; apartPx: number };

const CLICK_PX = 4;
const MOUSE_REACH_PX = 7;
const TOUCH_REACH_PX = 22;
/** A notch of a mouse wheel zooms by about a fifth. */
const WHEEL_POWER = 0.0018;

/** Translates pointer and wheel events of the canvas into actions. Returns a function that removes the listeners. */
export function handleGestures(view: TimelineView, actions: TimelineActions): () => void {
  const { canvas } = view;
  const fingers = new Map<number, { xPx: number; yPx: number }>();
  let drag: Drag | undefined;
  let scrubbedMs = 0;

  const place = (event: MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { xPx: event.clientX - box.left, yPx: event.clientY - box.top };
  };
  const hitOf = (at: { xPx: number; yPx: number }, isTouch: boolean): Hit =>
    hitTest({
      ...at,
      scale: view.scale(),
      layout: view.layout(),
      playheadMs: view.playheadMs(),
      range: view.range(),
      reachPx: isTouch ? TOUCH_REACH_PX : MOUSE_REACH_PX,
    });
  const laneAt = (yPx: number): number | undefined => {
    const { rulerPx, lanePx, lanes } = view.layout();
    const lane = Math.floor((yPx - rulerPx) / lanePx);
    return yPx >= rulerPx && lane < lanes ? lane : undefined;
  };
  const hover = (event: PointerEvent) => {
    const { xPx, yPx } = place(event);
    const atMs = timeAt(view.scale(), xPx);
    view.setHover(atMs);
    actions.onHover({ atMs, xPx, lane: laneAt(yPx) });
  };
  const leave = () => {
    view.setHover(undefined);
    actions.onHover(undefined);
  };

  const beginScrub = (xPx: number) => {
    drag = { kind: 'scrub' };
    leave();
    view.setScrubbing(true);
    scrub(xPx);
  };
  const scrub = (xPx: number) => {
    const { widthPx } = view.scale();
    scrubbedMs = timeAt(view.scale(), Math.min(widthPx, Math.max(0, xPx)));
    view.setPlayhead(scrubbedMs, { follow: false });
    actions.onScrub(scrubbedMs);
  };
  const spread = (anchorMs: number, xPx: number) => {
    const atMs = timeAt(view.scale(), xPx);
    actions.onRange({ startMs: Math.min(anchorMs, atMs), endMs: Math.max(anchorMs, atMs) });
  };

  const beginPinch = () => {
    const [one, other] = [...fingers.values()];
    if (!one || !other) return;
    if (drag?.kind === 'scrub') endScrub();
    leave();
    drag = {
      kind: 'pinch',
      from: view.scale(),
      middlePx: (one.xPx + other.xPx) / 2,
      apartPx: Math.max(20, Math.abs(one.xPx - other.xPx)),
    };
  };
  const pinch = ({ from, middlePx, apartPx }: Extract<Drag, { kind: 'pinch' }>) => {
    const [one, other] = [...fingers.values()];
    if (!one || !other) return;
    const factor = Math.max(20, Math.abs(one.xPx - other.xPx)) / apartPx;
    const moved = pan(zoomAround(from, { xPx: middlePx, factor }), (one.xPx + other.xPx) / 2 - middlePx);
    view.setScale(moved);
  };
  const endScrub = () => {
    view.setScrubbing(false);
    actions.onScrubEnd(scrubbedMs);
  };

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = place(event);
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) return beginPinch();
    if (fingers.size > 2) return;
    const isTouch = event.pointerType === 'touch';
    const hit = hitOf(at, isTouch);
    if (event.shiftKey) {
      drag = { kind: 'range', anchorMs: timeAt(view.scale(), at.xPx) };
      return leave();
    }
    const range = view.range();
    if (hit.kind === 'range-edge' && range) {
      drag = { kind: 'range', anchorMs: hit.edge === 'start' ? range.endMs : range.startMs };
      return leave();
    }
    drag = { kind: 'undecided', hit, ...at, from: view.scale() };
  };

  const onMove = (event: PointerEvent) => {
    const at = place(event);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, at);
    if (!drag) {
      if (event.pointerType !== 'touch') hover(event);
      canvas.style.cursor = cursorFor(hitOf(at, false), event.shiftKey);
      return;
    }
    if (drag.kind === 'undecided') {
      if (Math.hypot(at.xPx - drag.xPx, at.yPx - drag.yPx) < CLICK_PX) return;
      if (drag.hit.kind === 'playhead' || drag.hit.kind === 'ruler') return beginScrub(at.xPx);
      drag = { kind: 'pan', xPx: drag.xPx, from: drag.from };
      leave();
      canvas.style.cursor = 'grabbing';
    }
    if (drag.kind === 'pan') view.setScale(pan(drag.from, at.xPx - drag.xPx));
    if (drag.kind === 'scrub') scrub(at.xPx);
    if (drag.kind === 'range') spread(drag.anchorMs, at.xPx);
    if (drag.kind === 'pinch') pinch(drag);
  };

  const onUp = (event: PointerEvent) => {
    const at = place(event);
    const was = drag;
    fingers.delete(event.pointerId);
    // The finger that remains after a pinch must not start a drag.
    if (was?.kind === 'pinch' && fingers.size > 0) return;
    drag = undefined;
    canvas.style.cursor = '';
    if (was?.kind === 'scrub') return endScrub();
    if (was?.kind !== 'undecided' || event.type === 'pointercancel') return;
    const lane = laneAt(at.yPx);
    const runs = lane === undefined ? [] : (view.lanes()[lane]?.runs ?? []);
    actions.onSeek(snapToEdges(view.scale(), at.xPx, runs), lane);
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const scale = view.scale();
    const { xPx } = place(event);
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways || event.shiftKey)
      return view.setScale(pan(scale, -(isSideways ? event.deltaX : event.deltaY) * unit));
    // A pinch on a touchpad arrives as small wheel steps with the Ctrl key.
    const power = WHEEL_POWER * (event.ctrlKey ? 5 : 1);
    view.setScale(zoomAround(scale, { xPx, factor: Math.exp(-event.deltaY * unit * power) }));
  };

  const onLeave = () => {
    if (!drag) leave();
  };

  const listeners: [keyof HTMLElementEventMap, (event: never) => void, AddEventListenerOptions?][] = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onUp],
    ['pointerleave', onLeave],
    ['wheel', onWheel, { passive: false }],
  ];
  for (const [type, listener, options] of listeners) canvas.addEventListener(type, listener as EventListener, options);
  return () => {
    for (const [type, listener] of listeners) canvas.removeEventListener(type, listener as EventListener);
  };
}

function cursorFor(hit: Hit, isRange: boolean): string {
  if (isRange) return 'crosshair';
  if (hit.kind === 'playhead' || hit.kind === 'range-edge') return 'ew-resize';
  return hit.kind === 'ruler' ? 'pointer' : 'default';
}

/** Step of the arrow keys: a small fraction of the view, in round numbers. */
export function keyStepMs(scale: TimeScale, isLarge: boolean): number {
  const steps = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 21_600, 86_400].map((seconds) => seconds * 1000);
  const wanted = spanOf(scale) / (isLarge ? 10 : 60);
  return steps.findLast((step) => step <= wanted) ?? 1_000;
}
