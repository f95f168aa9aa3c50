import { followChanges } from '@holdfast/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { applyChange, reloadAll } from './apply-change.ts';
import { queries } from './queries.ts';

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
        for (const change of changes) applyChange(queryClient, change);
      },
      onConnected: (isConnected) => {
        // The connection also closes when the session ends; the response to this request shows which it was.
        if (!isConnected) void queryClient.invalidateQueries({ queryKey: queries.me.queryKey });
      },
    });
  }, [queryClient, isSignedIn]);
}
