import type { PlaybackController, PlaybackView } from '@holdfast/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { connection } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';

/** A server that is back brings everything back; a camera that is gone makes the list of cameras old. */
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
