import { mergeFeed } from '@holdfast/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { type Clip, queries, SAFETY_NET_MS, type SystemEvent } from '../../api/queries.ts';
import { refreshClips, refreshNewest } from '../../api/refresh-clips.ts';
import { isSettling } from '../../clips/clip-state.ts';
import type { FeedFilters } from '../../clips/feed-search.ts';

const SETTLING_EVERY_MS = 4_000;
const NO_CLIPS: Clip[] = [];
const NO_EVENTS: SystemEvent[] = [];
const moments = {
  clipMs: ({ start_ts }: Clip) => Date.parse(start_ts),
  eventMs: ({ ts }: SystemEvent) => Date.parse(ts),
};

/** Clips and system events as one list, loaded as far as it is scrolled and kept up to date. */
export function useFeed(filters: FeedFilters) {
  const clips = useInfiniteQuery({ ...queries.clips(filters.clips ?? {}), enabled: filters.clips !== undefined });
  const system = useInfiniteQuery({
    ...queries.systemEvents(filters.system ?? {}),
    enabled: filters.system !== undefined,
    refetchInterval: SAFETY_NET_MS,
  });
  const clipItems = (filters.clips && clips.data) ?? NO_CLIPS;
  const systemItems = (filters.system && system.data) ?? NO_EVENTS;
  const [clipsLeft, systemLeft] = [
    filters.clips !== undefined && (clips.data === undefined || clips.hasNextPage),
    filters.system !== undefined && (system.data === undefined || system.hasNextPage),
  ];
  const feed = useMemo(
    () => mergeFeed({ items: clipItems, hasMore: clipsLeft }, { items: systemItems, hasMore: systemLeft }, moments),
    [clipItems, clipsLeft, systemItems, systemLeft],
  );
  useUpdates(clipItems);

  const next = feed.needs === 'clips' ? clips : system;
  const { fetchNextPage, isFetching, data } = next;
  const loadMore = useCallback(() => {
    if (data !== undefined && !isFetching) void fetchNextPage();
  }, [data, isFetching, fetchNextPage]);

  const wanted = [...(filters.clips ? [clips] : []), ...(filters.system ? [system] : [])];
  return {
    items: feed.items,
    clips: clipItems,
    systemItems,
    hasMore: feed.needs !== undefined,
    isLoadingMore: isFetching,
    loadMore,
    /** For the states of the list: loading, failed, loaded. */
    state: {
      data: wanted.some((query) => query.data === undefined) ? undefined : feed,
      isError: wanted.some((query) => query.isError),
      error: wanted.find((query) => query.error)?.error ?? null,
      refetch: () => wanted.forEach((query) => void query.refetch()),
    },
  };
}

/** What no event announces: footage that is published, and everything where changes are not pushed. */
function useUpdates(clips: readonly Clip[]): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void refreshNewest(queryClient), SAFETY_NET_MS);
    return () => clearInterval(timer);
  }, [queryClient]);
  const settling = clips
    .slice(0, 50)
    .filter((clip) => isSettling(clip, Date.now()))
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (settling === '') return;
    const timer = setInterval(() => refreshClips(queryClient, settling.split(',')), SETTLING_EVERY_MS);
    return () => clearInterval(timer);
  }, [queryClient, settling]);
}
