import { type TouchEvent, useRef } from 'react';

const MIN_PX = 60;

/** Horizontal swipe with one finger. Vertical movement scrolls, and two fingers zoom. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches.item(0);
      from.current = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches.item(0);
      const start = from.current;
      from.current = undefined;
      if (!start || !finger) return;
      const [x, y] = [finger.clientX - start.x, finger.clientY - start.y];
      if (Math.abs(x) > MIN_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
  };
}
