import { useEffect, useRef } from 'react';
import { type ClipMove, clipMoveOf, OWN_ARROWS } from './clip-keys.ts';

/** Keys of the open clip, wherever the focus is: it may still be on the card behind it. */
export function useClipKeys(isOnTop: () => boolean, move: (direction: ClipMove) => void): void {
  const latest = useRef({ isOnTop, move });
  latest.current = { isOnTop, move };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !latest.current.isOnTop()) return;
      if (target instanceof Element && target.closest(OWN_ARROWS)) return;
      const direction = clipMoveOf(event);
      if (direction === undefined) return;
      event.preventDefault();
      latest.current.move(direction);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
