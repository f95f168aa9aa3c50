import type { PlaybackController, PlaybackView } from '@holdfast/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { connection } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';

/** Reloads everything when the server is back, and the list of cameras when a camera is gone. */
export function useRecovery(view: PlaybackView, controller: PlaybackController): void {
  const queryClient = useQueryClient();
  const state = useSyncExternalStore(connection.subscribe, connection.current);
  useEffect(() => {
    if (state === 'here') controller.timeline()?.reload();
  }, [state, controller]);
  const gone = Object.values(view.panes).filter((pane) => pane.kind === 'fault' && pane.fault === 'gone').length;
  useEffect(() => {
    if (gone > 0) void queryClient.invalidateQueries({ queryKey: queries.cameras.queryKey });
  }, [gone, queryClient]);
}
