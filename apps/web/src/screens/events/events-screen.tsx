import { Button, Group, Loader } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { type Clip, queries } from '../../api/queries.ts';
import { markViewed } from '../../api/refresh-clips.ts';
import { changedSearch, type FeedChange, type FeedSearch, feedFilters } from '../../clips/feed-search.ts';
import { useSeenEvents } from '../../events/use-unread-events.ts';
import { useT } from '../../i18n/i18n.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconBell, IconCheck, IconEye } from '../../parts/icons/icons.ts';
import { useScreenKeys } from '../../parts/keyboard/shortcuts-help.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Page } from '../../parts/layout/page.tsx';
import parts from '../../parts/parts.module.css';
import { useHolds } from '../../session/use-holds.ts';
import { ClipDialog } from './clip-dialog.tsx';
import { clipKeys, neighbourOf } from './clip-keys.ts';
import own from './events.module.css';
import { FeedFilterBar } from './feed-filters.tsx';
import { FeedList } from './feed-list.tsx';
import { useFeed } from './use-feed.ts';
import { useOpenClip } from './use-open-clip.ts';

/** The next page is loaded when the open clip is this close to the last loaded one, so that the arrow keys can go on. */
const LOAD_BEFORE_END = 3;

/** Everything that happened: clips of what cameras saw, and what happened to the recorder. */
export function EventsScreen() {
  const t = useT();
  const search = useSearch({ from: '/shell/events' });
  const navigate = useNavigate();
  const [mayWatch, mayPlay] = [useHolds('clips'), useHolds('playback')];
  const hasPlates = useQuery(queries.me).data?.plates_enabled === true;
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const feed = useFeed(feedFilters(search, { clips: mayWatch, plates: hasPlates, timeZone }));
  const isNew = useSeenEvents(feed.systemItems);
  const { clip: openId, ...filters } = search;
  const isFiltered = Object.keys(filters).length > 0;
  const go = (part: FeedChange, options: { replace?: boolean } = {}) =>
    void navigate({ to: '/events', search: () => changedSearch(search, part), resetScroll: false, ...options });
  const { open, close, move } = useOpenClip(openId);
  const place = feed.clips.findIndex(({ id }) => id === openId);
  useScreenKeys(clipKeys);
  const { loadMoreClips } = feed;
  const isNearEnd = place >= 0 && place >= feed.clips.length - LOAD_BEFORE_END;
  useEffect(() => {
    if (isNearEnd) loadMoreClips();
  }, [isNearEnd, loadMoreClips]);
  return (
    <Page
      title={t('nav.events')}
      lead={t(mayWatch ? 'feed.lead' : 'feed.leadSystem')}
      actions={mayWatch && <Actions filters={filters} clips={feed.clips} />}
    >
      <FeedFilterBar
        search={search}
        onChange={(part) => go(part, { replace: true })}
        mayWatch={mayWatch}
        mayPlay={mayPlay}
        hasPlates={hasPlates}
      />
      <Arrivals clips={feed.clips} />
      <Loaded query={feed.state}>
        {() =>
          feed.items.length === 0 && !feed.hasMore ? (
            <Empty
              icon={<IconBell size={30} />}
              title={isFiltered ? t('feed.noMatch') : t('feed.none')}
              text={t(isFiltered ? 'feed.noMatchHint' : mayWatch ? 'feed.noneHint' : 'feed.noneHintSystem')}
            />
          ) : (
            <>
              <FeedList items={feed.items} isNew={isNew} hasMore={feed.hasMore} onEnd={feed.loadMore} onOpen={open} />
              <div className={own.status} role="status">
                {feed.hasMore ? <Loader size="sm" role="img" aria-label={t('feed.loadingMore')} /> : t('feed.end')}
              </div>
            </>
          )
        }
      </Loaded>
      {openId !== undefined && mayWatch && (
        <ClipDialog
          id={openId}
          listed={feed.clips[place]}
          hasNewer={neighbourOf(feed.clips, openId, 'newer') !== undefined}
          hasOlder={neighbourOf(feed.clips, openId, 'older') !== undefined}
          onMove={(direction) => move(feed.clips, direction)}
          onClose={close}
        />
      )}
    </Page>
  );
}

function Actions({ filters, clips }: { filters: FeedSearch; clips: readonly Clip[] }) {
  const t = useT();
  const hasUnviewed = useQuery(queries.unviewedClips).data?.any === true;
  const queryClient = useQueryClient();
  const { unseen: _always, ...review } = filters;
  // With a filter, only what it lists is marked: the rest may not have been seen.
  const isFiltered = Object.keys(review).length > 0;
  const listed = clips.filter(({ viewed }) => !viewed).map(({ id }) => id);
  const markAll = useSave({
    call: async () => {
      if (isFiltered) await markViewed(queryClient, listed, true);
      else await api.clips.markAllViewed({ body: {} });
      return isFiltered ? listed.length : undefined;
    },
    onDone: (count) => {
      void queryClient.resetQueries({ queryKey: ['clips'] });
      const message = count === undefined ? t('feed.allMarked') : t('feed.listedMarked', { count });
      notifications.show({ message, color: 'tide' });
    },
  });
  return (
    <Group gap="xs">
      {(isFiltered ? listed.length > 0 : hasUnviewed) && (
        <Button
          variant="default"
          leftSection={<IconCheck size={18} />}
          loading={markAll.isPending}
          onClick={() => markAll.mutate()}
        >
          {isFiltered ? t('feed.markListed', { count: listed.length }) : t('feed.markAll')}
        </Button>
      )}
      {hasUnviewed && (
        <Button
          renderRoot={(props) => <Link {...props} to="/events/review" search={review} />}
          leftSection={<IconEye size={18} />}
        >
          {t('feed.review')}
        </Button>
      )}
    </Group>
  );
}

/** Announces clips that arrive while the screen is open. */
function Arrivals({ clips }: { clips: readonly Clip[] }) {
  const t = useT();
  const newest = useRef<string | undefined>(undefined);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const known = newest.current;
    newest.current = clips[0]?.start_ts ?? known;
    if (known === undefined) return;
    setCount(clips.findIndex(({ start_ts }) => start_ts <= known));
  }, [clips]);
  return (
    <span className={parts.srOnly} role="status">
      {count > 0 && t('feed.arrived', { count })}
    </span>
  );
}
