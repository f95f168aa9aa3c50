import { followChanges } from '@holdfast/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyChange, loadAnew } from './apply-change.ts';

/** Keeps everything that the screens read up to date while somebody is signed in. */
export function useChanges(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let isFirst = true;
    return followChanges({
      baseUrl: location.origin,
      onMessage: ({ reset, changes }) => {
        // What is on the screen when the page opens was only just read.
        if (reset && !isFirst) loadAnew(queryClient);
        isFirst = false;
        for (const change of changes) applyChange(queryClient, change);
      },
    });
  }, [queryClient]);
}
