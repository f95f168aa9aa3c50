import { MAX_UNREAD } from '@holdfast/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/api.ts';
import { queries, type SystemEvent } from '../api/queries.ts';
import { useHolds } from '../session/use-holds.ts';

/** Number of system events, detections and plates the user has not seen yet, up to `MAX_UNREAD`; undefined until it is known. */
export function useUnreadCount(): number | undefined {
  const mayWatch = useHolds('clips');
  const events = useQuery(queries.unreadEvents).data?.count;
  const counted = useQuery({ ...queries.unviewedClips, enabled: mayWatch }).data?.count;
  const clips = mayWatch ? counted : 0;
  return events === undefined || clips === undefined ? undefined : Math.min(events + clips, MAX_UNREAD);
}

/** Marks the displayed events as seen; the result has those that were new when the screen was opened. */
export function useSeenEvents(shown: readonly SystemEvent[] | undefined): (event: SystemEvent) => boolean {
  const queryClient = useQueryClient();
  const unread = useQuery(queries.unreadEvents).data;
  const [seenBefore, setSeenBefore] = useState<string>();
  if (seenBefore === undefined && unread) setSeenBefore(unread.seen_until);
  const marked = useRef('');
  const newest =
    shown
      ?.map((event) => event.recorded_at)
      .sort()
      .at(-1) ?? '';
  useEffect(() => {
    if (seenBefore === undefined || newest <= seenBefore || newest <= marked.current) return;
    marked.current = newest;
    void api.events
      .markSystemSeen({ body: { seen_until: newest } })
      .then(() => queryClient.invalidateQueries({ queryKey: queries.unreadEvents.queryKey }))
      .catch(() => {
        marked.current = '';
      });
  }, [newest, seenBefore, queryClient]);
  return ({ recorded_at }) => seenBefore !== undefined && recorded_at > seenBefore;
}
