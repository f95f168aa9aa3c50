import { followChanges } from '@holdfast/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { applyChange, loadAnew } from './apply-change.ts';
import { queries } from './queries.ts';

/** Keeps everything that the screens read up to date while the session is valid. */
export function useChanges(isSignedIn: boolean): void {
  const queryClient = useQueryClient();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    return followChanges({
      baseUrl: location.origin,
      onMessage: ({ reset, changes }) => {
        // What is on the screen when the page opens was only just read.
        if (reset && !isFirst.current) loadAnew(queryClient);
        isFirst.current = false;
        for (const change of changes) applyChange(queryClient, change);
      },
      onConnected: (isConnected) => {
        // The connection also closes when the session ends; the answer to this request decides which it was.
        if (!isConnected) void queryClient.invalidateQueries({ queryKey: queries.me.queryKey });
      },
    });
  }, [queryClient, isSignedIn]);
}
