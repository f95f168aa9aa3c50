import { useEffect } from 'react';
import type { useFullScreen } from '../../live/pane/use-full-screen.ts';
import type { Wall } from './use-wall.ts';

interface WallKeysOptions {
  wall: Wall;
  full: ReturnType<typeof useFullScreen>;
  page: number;
  pages: number;
  showPage: (page: number) => void;
}

/** Turns the pages of a wall, and leaves a single picture or the full screen. */
export function useWallKeys({ wall, full, page, pages, showPage }: WallKeysOptions): void {
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement || document.querySelector('[role="dialog"], [role="menu"]')) return;
      if (key === 'PageDown') showPage(Math.min(page + 1, pages - 1));
      if (key === 'PageUp') showPage(Math.max(page - 1, 0));
      if (key === 'Escape' && wall.solo) wall.show(undefined);
      else if (key === 'Escape' && full.isFull) full.leave();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
