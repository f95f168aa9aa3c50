import { isZoomed, panBy, UNZOOMED, type Zoom, zoomAt } from '@holdfast/ui';
import { type RefObject, useEffect, useState } from 'react';

const WHEEL_STEP = 1.0018;
const KEY_FACTOR = 1.4;
const KEY_PAN = 0.12;
const DOUBLE_FACTOR = 2.5;
const pans: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: KEY_PAN, y: 0 },
  ArrowRight: { x: -KEY_PAN, y: 0 },
  ArrowUp: { x: 0, y: KEY_PAN },
  ArrowDown: { x: 0, y: -KEY_PAN },
};

export interface ZoomControl {
  zoom: Zoom;
  zoomIn(): void;
  zoomOut(): void;
  reset(): void;
  /** Double click: zooms in at this point, or resets the zoom. */
  toggleAt(event: { clientX: number; clientY: number }): void;
  /** Returns whether the key was handled. */
  onKey(key: string): boolean;
}

/** Digital zoom by wheel, pinch, drag and keys. With `wheel: 'with-ctrl'` the page still scrolls. */
export function useZoom(
  target: RefObject<HTMLElement | null>,
  { wheel }: { wheel: 'plain' | 'with-ctrl' },
): ZoomControl {
  const [zoom, setZoom] = useState<Zoom>(UNZOOMED);

  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const fingers = new Map<number, { x: number; y: number }>();
    const partsOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const box = element.getBoundingClientRect();
      return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
    };
    const onWheel = (event: WheelEvent) => {
      // A pinch on a touchpad arrives as a wheel with Ctrl.
      if (wheel === 'with-ctrl' && !event.ctrlKey) return;
      event.preventDefault();
      const at = partsOf(event);
      setZoom((before) => zoomAt(before, at, WHEEL_STEP ** -(event.deltaY * (event.ctrlKey ? 5 : 1))));
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button:not([data-surface]), a, [role="slider"]'))
        return;
      fingers.set(event.pointerId, partsOf(event));
    };
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = partsOf(event);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (other) {
        const spread = (a: { x: number; y: number }) => Math.hypot(a.x - other.x, a.y - other.y);
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        setZoom((zoom) => zoomAt(zoom, middle, spread(now) / Math.max(0.01, spread(before))));
        return;
      }
      setZoom((zoom) => (isZoomed(zoom) ? panBy(zoom, { x: now.x - before.x, y: now.y - before.y }) : zoom));
    };
    const onUp = (event: PointerEvent) => fingers.delete(event.pointerId);
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    window.addEventListener('pointermove', onMove);
    for (const kind of ['pointerup', 'pointercancel'] as const) window.addEventListener(kind, onUp);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      window.removeEventListener('pointermove', onMove);
      for (const kind of ['pointerup', 'pointercancel'] as const) window.removeEventListener(kind, onUp);
    };
  }, [target, wheel]);

  const by = (factor: number) => setZoom((before) => zoomAt(before, { x: 0.5, y: 0.5 }, factor));
  const control = {
    zoom,
    zoomIn: () => by(KEY_FACTOR),
    zoomOut: () => by(1 / KEY_FACTOR),
    reset: () => setZoom(UNZOOMED),
  };
  return {
    ...control,
    toggleAt: ({ clientX, clientY }) => {
      const box = target.current?.getBoundingClientRect();
      if (!box) return;
      const at = { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
      setZoom((before) => (isZoomed(before) ? UNZOOMED : zoomAt(before, at, DOUBLE_FACTOR)));
    },
    onKey: (key) => {
      const move = pans[key];
      if (key === '+' || key === '=') control.zoomIn();
      else if (key === '-') control.zoomOut();
      else if (key === '0') control.reset();
      else if (move && isZoomed(zoom)) setZoom((before) => panBy(before, move));
      else return false;
      return true;
    },
  };
}
