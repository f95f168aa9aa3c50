import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api/api.ts';
import { emptyHistory, type History, historyOf, isCompleteUntil } from './history-at.ts';

const WINDOW_MS = 3_600_000;
/** The current hour is fetched again. */
const EDGE_EVERY_MS = 2_000;

/** The states of a camera's badges in the hour around a moment. */
export function useHistory(cameraId: string, atMs: number): History {
  const startMs = Math.floor(atMs / WINDOW_MS) * WINDOW_MS;
  const endMs = startMs + WINDOW_MS;
  const { data } = useQuery({
    queryKey: ['hub-history', cameraId, startMs],
    queryFn: () =>
      api.hub.history({
        query: { camera_id: cameraId, start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() },
      }),
    refetchInterval: ({ state }) => (isCompleteUntil(state.data, endMs) ? false : EDGE_EVERY_MS),
    staleTime: ({ state }) => (isCompleteUntil(state.data, endMs) ? Number.POSITIVE_INFINITY : 0),
  });
  return useMemo(() => (data ? historyOf(data) : emptyHistory), [data]);
}
