import { followChanges } from '@holdfast/client';
import type { Change } from '@holdfast/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { applyChange, reloadAll } from './apply-change.ts';
import { pushedChanges } from './pushed-changes.ts';
import { queries } from './queries.ts';
import { refreshClips } from './refresh-clips.ts';

/** Keeps the query cache up to date while the session is valid. */
export function useChanges(isSignedIn: boolean): void {
  const queryClient = useQueryClient();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    return followChanges({
      baseUrl: location.origin,
      onMessage: ({ reset, changes }) => {
        // Data on a page that was just opened is fresh.
        if (reset && !isFirst.current) reloadAll(queryClient);
        isFirst.current = false;
        for (const change of changes) {
          applyChange(queryClient, change);
          pushedChanges.pass(change);
        }
        refreshClips(queryClient, changes.flatMap(clipIdOf));
      },
      onConnected: (isConnected) => {
        // The connection also closes when the session ends; the response to this request shows which it was.
        if (!isConnected) void queryClient.invalidateQueries({ queryKey: queries.me.queryKey });
      },
    });
  }, [queryClient, isSignedIn]);
}

/** The id of a clip is that of its event or plate read. */
function clipIdOf(change: Change): string[] {
  if (change.kind === 'event') return [change.event.id];
  return change.kind === 'plate_read' ? [change.plate_read.id] : [];
}
