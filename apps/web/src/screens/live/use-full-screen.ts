import { useEffect, useState } from 'react';

/**
 * Makes the whole page full screen, not only the wall, so that menus and dialogs stay visible. Where the browser has no full
 * screen, the wall covers the page. In kiosk mode the wall always covers it.
 */
export function useFullScreen(isKiosk = false) {
  const [isFull, setFull] = useState(isKiosk);

  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) setFull(isKiosk);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [isKiosk]);
  useWakeLock(isFull);

  const enter = () => {
    setFull(true);
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  const leave = () => {
    setFull(isKiosk);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  };
  useEffect(() => exitFullScreen, []);
  return { isFull, enter, leave, toggle: () => (isFull ? leave() : enter()) };
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
