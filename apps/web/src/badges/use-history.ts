import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import type { History } from './history-at.ts';

const WINDOW_MS = 3_600_000;
/** The present goes on. */
const EDGE_EVERY_MS = 2_000;

const NOTHING: History = { spans: [], knownUntilMs: Number.NEGATIVE_INFINITY };

/** What the badges of a camera showed in the hour around a moment. */
export function useHistory(cameraId: string, atMs: number): History {
  const startMs = Math.floor(atMs / WINDOW_MS) * WINDOW_MS;
  const endMs = startMs + WINDOW_MS;
  const isPast = endMs < Date.now();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['hub-history', cameraId, startMs],
    queryFn: () =>
      api.hub.history({
        query: { camera_id: cameraId, start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() },
      }),
    refetchInterval: isPast ? false : EDGE_EVERY_MS,
    staleTime: isPast ? Number.POSITIVE_INFINITY : 0,
  });
  if (!data) return NOTHING;
  const last = data.items.at(-1);
  // A list that was cut off says nothing about what follows.
  const cutMs = data.truncated && last ? Date.parse(last.start) : Number.POSITIVE_INFINITY;
  return { spans: data.items, knownUntilMs: Math.min(cutMs, isPast ? endMs : dataUpdatedAt) };
}
