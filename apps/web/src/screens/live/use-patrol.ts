import { useEffect, useEffectEvent } from 'react';
import type { View } from '../../api/queries.ts';
import { ALL, type Wall } from './use-wall.ts';

/** Shows one view after the other; not while a group or a maximized camera is shown, changes are unsaved or a dialog is open. */
export function usePatrol(wall: Wall, views: readonly View[], seconds: number | undefined): void {
  const goOn = useEffectEvent(() => {
    const isBusy = wall.solo || wall.group || wall.isChanged || document.hidden;
    if (isBusy || document.querySelector('[role="dialog"]')) return;
    const next = views[(views.findIndex(({ id }) => id === wall.view?.id) + 1) % Math.max(1, views.length)];
    wall.visit(next?.id ?? ALL);
  });
  const isPatrolling = seconds !== undefined && views.length > 1;
  useEffect(() => {
    if (!isPatrolling) return;
    const timer = setInterval(() => goOn(), seconds * 1_000);
    return () => clearInterval(timer);
  }, [isPatrolling, seconds]);
}
