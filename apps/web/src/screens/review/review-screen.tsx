import { Button, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { queries } from '../../api/queries.ts';
import { ClipActions } from '../../clips/clip-actions.tsx';
import { ClipFacts } from '../../clips/clip-facts.tsx';
import { clipTitle } from '../../clips/clip-words.ts';
import clipClasses from '../../clips/clips.module.css';
import { feedFilters } from '../../clips/feed-search.ts';
import { useT } from '../../i18n/i18n.tsx';
import { IconCheck, IconChevronLeft, IconChevronRight } from '../../parts/icons/icons.ts';
import { useScreenKeys } from '../../parts/keyboard/shortcuts-help.ts';
import { useSingleKeys } from '../../parts/keyboard/single-keys.ts';
import { Loaded, Waiting } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import parts from '../../parts/parts.module.css';
import { useHolds } from '../../session/use-holds.ts';
import classes from './review.module.css';
import { ReviewClip } from './review-clip.tsx';
import { ReviewEnd } from './review-end.tsx';
import { type ReviewCommand, reviewCommandOf, reviewKeys } from './review-keys.ts';
import { useReview } from './use-review.ts';

/** Goes through the unseen clips, one key for each. */
export function ReviewScreen() {
  const t = useT();
  useDocumentTitle(`${t('review.title')} · Holdfast`);
  useScreenKeys(reviewKeys);
  const search = useSearch({ from: '/shell/events/review' });
  const navigate = useNavigate();
  const stage = useRef<HTMLDivElement>(null);
  const mayPlay = useHolds('playback');
  const hasPlates = useQuery(queries.me).data?.plates_enabled === true;
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const filter = feedFilters(search, { clips: true, plates: hasPlates, timeZone }).clips;
  const { list, current, ahead, isSeen, left, hasMore, isAtEnd, canGoBack, step } = useReview(filter ?? {});

  const carryOut = (command: ReviewCommand) => {
    switch (command) {
      case 'seen':
      case 'unseen':
      case 'next':
      case 'previous':
        return step({ kind: command });
      case 'play': {
        const video = stage.current?.querySelector('video');
        return void (video?.paused ? video.play().catch(() => undefined) : video?.pause());
      }
      case 'open':
        if (current && mayPlay)
          void navigate({ to: '/playback', search: { cameras: current.camera_id, at: current.start_ts } });
    }
  };
  useReviewKeys(carryOut);

  return (
    <div className={classes.screen} data-fits-window data-fits-low-window>
      <header className={classes.head}>
        <div>
          <Link to="/events" search={search} className={parts.back}>
            <IconChevronLeft size={16} aria-hidden /> {t('review.back')}
          </Link>
          <Title order={1}>{t('review.title')}</Title>
        </div>
        <span role="status" className={classes.left}>
          {list.data && (hasMore ? t('review.many', { count: left }) : t('review.lead', { count: left }))}
        </span>
      </header>
      <Loaded query={list}>
        {() =>
          current === undefined ? (
            <div className={classes.done}>
              {isAtEnd ? <ReviewEnd left={left} onAgain={() => step({ kind: 'again' })} /> : <Waiting />}
            </div>
          ) : (
            <>
              <div ref={stage} className={`${clipClasses.stage} ${classes.stage}`}>
                {[current, ...ahead].map((clip) => (
                  <ReviewClip key={clip.id} clip={clip} isCurrent={clip.id === current.id} />
                ))}
              </div>
              <div className={classes.about} data-testid="reviewed" data-clip={current.id}>
                <div className={classes.facts}>
                  <strong className={parts.rowTitle}>
                    <Named text={clipTitle(current, t)} />
                  </strong>
                  {isSeen && <StateChip tone="good">{t('review.seen')}</StateChip>}
                  {current.ongoing && <StateChip tone="warn">{t('clip.ongoing')}</StateChip>}
                </div>
                <ClipFacts clip={current} />
              </div>
              <div className={classes.tools}>
                <Button
                  variant="default"
                  leftSection={<IconChevronLeft size={18} />}
                  onClick={() => step({ kind: 'previous' })}
                  disabled={!canGoBack}
                >
                  {t('clip.previous')}
                </Button>
                <Button leftSection={<IconCheck size={18} />} onClick={() => step({ kind: 'seen' })}>
                  {t('review.markSeen')}
                </Button>
                <Button
                  variant="default"
                  rightSection={<IconChevronRight size={18} />}
                  onClick={() => step({ kind: 'next' })}
                >
                  {t('clip.next')}
                </Button>
                <span className={classes.more}>
                  <ClipActions clip={current} />
                </span>
                <span className={classes.hint}>{t('review.keys')}</span>
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** Keys work anywhere on the screen, except in open dialogs; Space still activates a focused button. */
function useReviewKeys(carryOut: (command: ReviewCommand) => void): void {
  const [hasSingleKeys] = useSingleKeys();
  const latest = useRef(carryOut);
  latest.current = carryOut;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
      if (target.closest('input, textarea, select, [role="dialog"], [role="menu"]')) return;
      const command = reviewCommandOf(event, { hasSingleKeys });
      if (!command || (event.key === ' ' && target.closest('button, a'))) return;
      event.preventDefault();
      latest.current(command);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [hasSingleKeys]);
}
