import { mergeFeed } from '@holdfast/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { type Clip, queries, SAFETY_NET_MS, type SystemEvent } from '../../api/queries.ts';
import { refreshNewest } from '../../api/refresh-clips.ts';
import type { FeedFilters } from '../../clips/feed-search.ts';
import { useSettling } from '../../clips/use-settling.ts';

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
  useSettling(clipItems);
  useNewest();

  const next = feed.needs === 'clips' ? clips : system;
  const { fetchNextPage, isFetching, data } = next;
  const loadMore = useCallback(() => {
    if (data !== undefined && !isFetching) void fetchNextPage();
  }, [data, isFetching, fetchNextPage]);

  const { hasNextPage: hasMoreClips, isFetching: isFetchingClips, fetchNextPage: fetchClips } = clips;
  const loadMoreClips = useCallback(() => {
    if (hasMoreClips && !isFetchingClips) void fetchClips();
  }, [hasMoreClips, isFetchingClips, fetchClips]);

  const wanted = [...(filters.clips ? [clips] : []), ...(filters.system ? [system] : [])];
  return {
    items: feed.items,
    clips: clipItems,
    systemItems,
    hasMore: feed.needs !== undefined,
    isLoadingMore: isFetching,
    loadMore,
    /** For the open clip, whose neighbours are clips. */
    loadMoreClips,
    /** For the states of the list: loading, failed, loaded. */
    state: {
      data: wanted.some((query) => query.data === undefined) ? undefined : feed,
      isError: wanted.some((query) => query.isError),
      error: wanted.find((query) => query.error)?.error ?? null,
      refetch: () => wanted.forEach((query) => void query.refetch()),
    },
  };
}

/** For networks in which changes are not pushed. */
function useNewest(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void refreshNewest(queryClient), SAFETY_NET_MS);
    return () => clearInterval(timer);
  }, [queryClient]);
}
