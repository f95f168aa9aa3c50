import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { Clip } from '../../api/queries.ts';
import { changedSearch, type FeedSearch } from '../../clips/feed-search.ts';
import { type ClipMove, neighbourOf } from './clip-keys.ts';

/** Opens and closes the player of a clip. Its address is in the history, so that Back closes it, too. */
export function useOpenClip(openId: string | undefined) {
  const navigate = useNavigate();
  const router = useRouter();
  /** Opened here, so that the entry before is the list. */
  const isOwnEntry = useRef(false);
  const shownId = useRef<string>(undefined);

  useEffect(() => {
    const closedId = shownId.current;
    shownId.current = openId;
    if (openId !== undefined || closedId === undefined) return;
    isOwnEntry.current = false;
    // The card may have moved on meanwhile, so it is found again.
    document.querySelector<HTMLElement>(`[data-clip="${closedId}"] a`)?.focus({ preventScroll: true });
  }, [openId]);

  const open = useCallback(
    (clip: string) => {
      isOwnEntry.current = true;
      void navigate({
        to: '/events',
        search: (before) => changedSearch(before as FeedSearch, { clip }),
        resetScroll: false,
      });
    },
    [navigate],
  );
  const close = useCallback(() => {
    if (isOwnEntry.current) return router.history.back();
    void navigate({
      to: '/events',
      search: (before) => changedSearch(before as FeedSearch, { clip: undefined }),
      resetScroll: false,
      replace: true,
    });
  }, [navigate, router]);
  /** From the clip in the address: the one on the screen may be older, because the router renders later. */
  const move = (clips: readonly Clip[], direction: ClipMove) => {
    const { clip: id } = router.latestLocation.search as FeedSearch;
    const next = id === undefined ? undefined : neighbourOf(clips, id, direction);
    if (!next) return;
    void navigate({
      to: '/events',
      search: (before) => changedSearch(before as FeedSearch, { clip: next.id }),
      resetScroll: false,
      replace: true,
    });
  };
  return { open, close, move };
}
