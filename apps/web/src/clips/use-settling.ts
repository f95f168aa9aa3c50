import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Clip } from '../api/queries.ts';
import { refreshClips } from '../api/refresh-clips.ts';
import { isSettling } from './clip-state.ts';

const SETTLING_EVERY_MS = 4_000;
const MAX_ASKED = 50;

/** Footage is published without an event, so clips that wait for theirs are asked for again. */
export function useSettling(clips: readonly Clip[]): void {
  const queryClient = useQueryClient();
  const settling = clips
    .slice(0, MAX_ASKED)
    .filter((clip) => isSettling(clip, Date.now()))
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (settling === '') return;
    const timer = setInterval(() => refreshClips(queryClient, settling.split(',')), SETTLING_EVERY_MS);
    return () => clearInterval(timer);
  }, [queryClient, settling]);
}
