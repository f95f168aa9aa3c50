import { currentOf, newReview, nextReview, type ReviewStep, unseenCount, upcomingClips } from '@holdfast/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Clip, type ClipFilter, queries } from '../../api/queries.ts';
import { useMarkViewed } from '../../clips/clip-actions.tsx';
import { useSettling } from '../../clips/use-settling.ts';

/** Prepared while the current one is watched, so that the next key shows a picture at once. */
const AHEAD = 2;
const LOAD_BEFORE_END = 10;

/** The clips that were not seen when the review began, and those that come while it lasts. */
export function useReview(filter: ClipFilter) {
  const list = useInfiniteQuery(queries.clips({ ...filter, viewed: false }));
  const [review, setReview] = useState(newReview);
  // A key may come before the step of the one before it is on the screen.
  const latest = useRef(newReview);
  const step = useCallback((next: ReviewStep) => {
    latest.current = nextReview(latest.current, next);
    setReview(latest.current);
  }, []);
  const mark = useMarkViewed();
  // A clip that was seen leaves the list, but one can go back to it.
  const known = useRef(new Map<string, Clip>());
  for (const clip of list.data ?? []) known.current.set(clip.id, clip);

  const ids = list.data?.map(({ id }) => id).join();
  useEffect(() => {
    if (ids) step({ kind: 'loaded', ids: ids.split(',') });
  }, [ids, step]);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const isNearEnd = review.at > review.ids.length - LOAD_BEFORE_END;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, fetchNextPage]);

  const id = currentOf(review);
  const clipOf = (wanted: string) => known.current.get(wanted);
  const current = id === undefined ? undefined : clipOf(id);
  const ahead = upcomingClips(review, AHEAD)
    .map(clipOf)
    .filter((clip) => clip !== undefined);
  useSettling(current ? [current, ...ahead] : ahead);
  return {
    list,
    current,
    ahead,
    isSeen: id !== undefined && review.seen.has(id),
    left: unseenCount(review),
    hasMore: hasNextPage,
    /** After the last clip of all, not only of those that are loaded. */
    isAtEnd: id === undefined && !hasNextPage && review.ids.length >= (list.data?.length ?? 0),
    canGoBack: review.at > 0,
    step: (next: ReviewStep) => {
      const at = currentOf(latest.current);
      const wasSeen = at !== undefined && latest.current.seen.has(at);
      if (at !== undefined && next.kind === 'seen' && !wasSeen) mark([at], true);
      if (at !== undefined && next.kind === 'unseen' && wasSeen) mark([at], false);
      step(next);
    },
  };
}
