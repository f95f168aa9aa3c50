import { useEffect, useLayoutEffect, useState } from 'react';

const isPageFull = () => Boolean(document.fullscreenElement);

/**
 * Makes the whole page full screen, not only the wall, so that menus and dialogs stay visible. Where the browser has no full
 * screen, the wall covers the page. In kiosk mode the wall always covers it, in a window or on the whole screen.
 */
export function useFullScreen(isKiosk = false) {
  // Another screen may have asked for it on the way here.
  const [isFull, setFull] = useState(isPageFull);

  useEffect(() => {
    const follow = () => setFull(isPageFull());
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const isCovering = isFull || isKiosk;
  useWakeLock(isCovering);
  useCover(isCovering);

  const enter = () => {
    setFull(true);
    requestFullScreen();
  };
  const leave = () => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  };
  useEffect(() => exitFullScreen, []);
  return { isFull, isCovering, enter, leave, toggle: () => (isFull ? leave() : enter()) };
}

/** Needs the click or key of a user. */
export function requestFullScreen(): void {
  void document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** Elements under the wall are out of reach for keys and screen readers as well. */
function useCover(isCovering: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-covered', isCovering);
    return () => document.documentElement.removeAttribute('data-covered');
  }, [isCovering]);
}

function exitFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}

/** Keeps the screen on. Requested again when the page becomes visible, because browsers release the lock with it. */
function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = () => {
      if (document.hidden) return;
      void navigator.wakeLock.request('screen').then(
        (taken) => {
          if (isOver) void taken.release();
          else lock = taken;
        },
        () => undefined,
      );
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, [isWanted]);
}
