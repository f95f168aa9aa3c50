import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { changedSearch, type FeedSearch } from '../../clips/feed-search.ts';

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
  return { open, close };
}
