import { placeAfterKey, type WallGrid } from '@holdfast/ui';
import { useLayoutEffect, useRef } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import type { Wall } from './use-wall.ts';

/** Moves panes, and the focus from one to the next. */
export function usePaneMoves(wall: Wall, { grid, showPage }: { grid: WallGrid; showPage: (page: number) => void }) {
  const t = useT();
  const { panes, solo } = wall;
  const announcement = useRef('');
  const refocus = useRef<string>(undefined);
  const move = (cameraId: string, to: number) => {
    const name = panes.find(({ id }) => id === cameraId)?.name ?? '';
    announcement.current = t('live.moved', { name, place: to + 1, count: panes.length });
    wall.move(cameraId, to);
  };

  useLayoutEffect(() => {
    // Moving a pane in the DOM loses its focus.
    if (refocus.current === undefined) return;
    document.querySelector<HTMLElement>(refocus.current)?.focus();
    refocus.current = undefined;
  });

  const onArrow = (cameraId: string, key: string, movesPane: boolean): boolean => {
    if (solo) return movesPane ? false : goInSolo(cameraId, key);
    const place = panes.findIndex(({ id }) => id === cameraId);
    const columns = grid.firstSpan > 1 ? 1 : grid.columns;
    const next = placeAfterKey(key, { place, count: panes.length, columns });
    if (next === undefined) return false;
    const isGrip = document.activeElement?.hasAttribute('data-grip') === true;
    if (movesPane) {
      refocus.current = `[data-${isGrip ? 'grip' : 'surface'}="${cameraId}"]`;
      move(cameraId, next);
    } else {
      const target = `[data-surface="${panes[next]?.id}"]`;
      const neighbour = document.querySelector<HTMLElement>(target);
      if (neighbour) neighbour.focus();
      // The target is on another page, which is rendered next.
      else refocus.current = target;
    }
    showPage(Math.floor(next / grid.perPage));
    return true;
  };
  const goInSolo = (cameraId: string, key: string): boolean => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined;
    const next = by === undefined ? undefined : panes[panes.findIndex(({ id }) => id === cameraId) + by];
    if (!next) return false;
    refocus.current = `[data-surface="${next.id}"]`;
    wall.show(next.id);
    return true;
  };
  return { announcement: announcement.current, move, onArrow };
}
