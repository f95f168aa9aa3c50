import { type GestureEffect, nextGesture, noGesture, type Pointed, type PointerInput } from './gesture.ts';
import type { Span } from './lane.ts';
import { pan, zoomAround } from './time-scale.ts';
import type { TimelineView } from './timeline-view.ts';

export interface TimelineActions {
  onSeek(atMs: number, lane: number | undefined): void;
  onScrub(atMs: number): void;
  onScrubEnd(atMs: number): void;
  onHover(pointed: Pointed | undefined): void;
  onRange(range: Span | undefined): void;
}

/** A notch of a mouse wheel zooms by about a fifth. */
const WHEEL_POWER = 0.0018;

/** Applies what pointer and wheel events of the canvas mean. Returns a function that removes the listeners. */
export function handleGestures(view: TimelineView, actions: TimelineActions): () => void {
  const { canvas } = view;
  let gesture = noGesture;

  const apply = (effect: GestureEffect): void => {
    switch (effect.kind) {
      case 'hover':
        view.setHover(effect.pointed?.atMs);
        actions.onHover(effect.pointed);
        break;
      case 'scale':
        view.setScale(effect.scale);
        break;
      case 'scrub':
        view.setScrubbing(true);
        view.setPlayhead(effect.atMs, { follow: false });
        actions.onScrub(effect.atMs);
        break;
      case 'end-scrub':
        view.setScrubbing(false);
        actions.onScrubEnd(effect.atMs);
        break;
      case 'range':
        actions.onRange(effect.range);
        break;
      case 'seek':
        actions.onSeek(effect.atMs, effect.lane);
        break;
      case 'cursor':
        canvas.style.cursor = effect.cursor;
        break;
    }
  };
  const send = (input: PointerInput): void => {
    const step = nextGesture(gesture, input, {
      scale: view.scale(),
      layout: view.layout(),
      lanes: view.lanes(),
      playheadMs: view.playheadMs(),
      range: view.range(),
    });
    gesture = step.gesture;
    for (const effect of step.effects) apply(effect);
  };
  const xOf = (event: MouseEvent) => event.clientX - canvas.getBoundingClientRect().left;
  const sendPointer = (kind: 'down' | 'move' | 'up' | 'cancel') => (event: PointerEvent) => {
    if (kind === 'down' && event.button !== 0) return;
    if (kind === 'down') canvas.setPointerCapture(event.pointerId);
    send({
      kind,
      pointer: event.pointerId,
      xPx: xOf(event),
      yPx: event.clientY - canvas.getBoundingClientRect().top,
      isTouch: event.pointerType === 'touch',
      isShift: event.shiftKey,
    });
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways || event.shiftKey)
      return view.setScale(pan(view.scale(), -(isSideways ? event.deltaX : event.deltaY) * unit));
    // A pinch on a touchpad arrives as small wheel steps with the Ctrl key.
    const power = WHEEL_POWER * (event.ctrlKey ? 5 : 1);
    view.setScale(zoomAround(view.scale(), { xPx: xOf(event), factor: Math.exp(-event.deltaY * unit * power) }));
  };

  const listeners: [keyof HTMLElementEventMap, (event: never) => void, AddEventListenerOptions?][] = [
    ['pointerdown', sendPointer('down')],
    ['pointermove', sendPointer('move')],
    ['pointerup', sendPointer('up')],
    ['pointercancel', sendPointer('cancel')],
    ['pointerleave', () => send({ kind: 'leave' })],
    ['wheel', onWheel, { passive: false }],
  ];
  for (const [type, listener, options] of listeners) canvas.addEventListener(type, listener as EventListener, options);
  return () => {
    for (const [type, listener] of listeners) canvas.removeEventListener(type, listener as EventListener);
  };
}
